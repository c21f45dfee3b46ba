import { expect, test } from 'bun:test';

import { brief, openReal } from '../../../../../test/real/real-lab.ts';

const DENO = expect.stringContaining('it is written for Deno, and no deno runs here');
const FLOW = expect.stringContaining('they are written for Flow, and no flow runs here');

for (const [title, links] of [
  ['TypeScript 7', { 'node_modules/typescript': 'typescript-v7' }],
  ['TypeScript 6', {}],
] as const) {
  test(`${title}: in a folder of Deno only the syntax is checked, and beside it everything`, async () => {
    await using lab = await openReal({
      servers: ['typescript'],
      links,
      files: {
        'deno.json': '{}',
        'web/package.json': '{}',
        'both/deno.json': '{}',
        'both/tsconfig.json': '{}',
        'supabase/functions/own/package.json': '{}',
      },
    });
    const text =
      'import { a } from "jsr:@std/path";\nimport b from "npm:x";\nDeno.exit(a + b);\nconst n: number = "x";\n';
    const { files, inPart } = await lab.check({
      'main.ts': text,
      'broken.ts': `${text}let = ;\n`,
      'web/a.ts': 'export const n: number = "x";\n',
      'both/a.ts': 'export const n: number = "x";\n',
      'web/script.ts': text,
      'clean.ts': 'export const n = 1;\n',
    });
    const codes = Object.entries(files).map(([file, list]): [string, unknown[]] => [
      file,
      list.map(({ line, code }) => `${line} ${code}`),
    ]);
    expect(Object.fromEntries(codes)).toEqual({
      'main.ts': [],
      'broken.ts': [expect.stringMatching(/^5 /)],
      'web/a.ts': ['1 2322'],
      'both/a.ts': ['1 2322'],
      'web/script.ts': [],
      'clean.ts': [],
    });
    expect(inPart).toEqual({ 'main.ts': DENO, 'broken.ts': DENO, 'clean.ts': DENO, 'web/script.ts': DENO });
  });

  test(`${title}: types of Flow are no errors, and what is wrong before them is`, async () => {
    await using lab = await openReal({ servers: ['typescript'], links });
    const { files, inPart } = await lab.check({
      'typed.js':
        '/**\n * @flow strict\n */\nimport type { A } from "./a";\nexport type B = { a: A };\nexport function f(a: number, b?: string): B { return a; }\n',
      'only.js': '// @flow\nopaque type T = ?string;\nexport const x = ({ a: 1 }: {| +a: number |});\n',
      'wrong.js': '"use strict";\n// @flow\nconst a: number = ;\n',
      'plain.js': '// about @flow-like things\nconst a: number = 1;\n',
    });
    const found = Object.entries(files).map(([file, list]): [string, string[]] => [file, list.map(brief)]);
    expect(Object.fromEntries(found)).toEqual({
      'typed.js': [],
      'only.js': [],
      'wrong.js': ['3:19 1109 Expression expected.'],
      'plain.js': ['2:10 8010 Type annotations can only be used in TypeScript files.'],
    });
    expect(inPart).toEqual({ 'typed.js': FLOW, 'only.js': FLOW, 'wrong.js': FLOW });
  });
}

test('code that a generator fills in is not judged, and a template in a string is a string', async () => {
  await using lab = await openReal({ servers: ['typescript'] });
  const { files, inPart } = await lab.check({
    'gen/a.ts': 'export class <%= name %> {}\n<% if (a) { %>\nlet x;\n<% } %>\n',
    '{{cookiecutter.slug}}/b.ts': 'export const n: number = "{{cookiecutter.name}}";\n',
    'go.ts': '{{- range .Methods }}\nexport const {{ .Name }} = 1;\n{{- end }}\n',
    'd.ts':
      '/*\n {{ .Name }}\n*/\nexport const n: number = "x"; // as in {{ .Name }}\nexport const s = { a: {...{ b: 1 }} };\n',
    'c.ts':
      'export const t = "<%= name %>";\nexport const u = `\n{% if a %}\n`;\nexport const n: number = "x";\n',
  });
  expect([files['gen/a.ts'], files['{{cookiecutter.slug}}/b.ts'], files['c.ts']?.map(brief)]).toEqual([
    [],
    [],
    ["5:14 2322 Type 'string' is not assignable to type 'number'."],
  ]);
  expect([files['go.ts'], files['d.ts']?.map(({ line, code }) => `${line} ${code}`)]).toEqual([
    [],
    ['4 2322'],
  ]);
  expect(Object.keys(inPart ?? {}).sort()).toEqual(['gen/a.ts', 'go.ts', '{{cookiecutter.slug}}/b.ts']);
});
