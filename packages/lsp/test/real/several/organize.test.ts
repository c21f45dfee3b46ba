import { expect, test } from 'bun:test';

import { testWith } from '../needs.ts';
import { describeOrganize, organize } from '../organize-suite.ts';
import { openReal } from '../real-lab.ts';
import { outcomeOf } from '../rename-suite.ts';

const define = testWith();

const TYPESCRIPT = {
  define,
  servers: ['typescript'],
  project: {
    'package.json': '{}',
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"lib":["es5"],"types":[]}}',
    'a.ts': 'export const a = 1;\nexport const unused = 2;\n',
    'b.ts': 'export const b = 1;\n',
  },
  file: 'own.ts',
  text: 'import { b } from "./b.js";\nimport { unused, a } from "./a.js";\n\nexport const own = [a, b];\n',
  organized: 'import { a } from "./a.js";\nimport { b } from "./b.js";\n\nexport const own = [a, b];\n',
} as const;
const TYPESCRIPT_7 = { 'node_modules/typescript': 'typescript-v7' };

describeOrganize({ ...TYPESCRIPT, title: 'TypeScript 5.9' });
describeOrganize({ ...TYPESCRIPT, title: 'TypeScript 7', links: TYPESCRIPT_7 });

const SIDE_EFFECTS = {
  ...TYPESCRIPT,
  project: {
    ...TYPESCRIPT.project,
    'y.ts': 'export {};\n',
    'z.ts': 'export {};\n',
    'css.d.ts': 'declare module "*.css";\n',
  },
  text: 'import "./z.js";\nimport { b } from "./b.js";\nimport { unused, a } from "./a.js";\nimport \'./z.css\';\nimport "./y.js";\n// About what b brings.\nimport "./b.css";\nimport type { b as B } from "./b.js";\nimport { a as again } from "./a.js";\n\nexport const own: (typeof B)[] = [a, b, again];\n',
  organized:
    'import "./z.js";\nimport { a } from "./a.js";\nimport { b } from "./b.js";\nimport \'./z.css\';\nimport "./y.js";\n// About what b brings.\nimport "./b.css";\nimport { a as again } from "./a.js";\nimport type { b as B } from "./b.js";\n\nexport const own: (typeof B)[] = [a, b, again];\n',
} as const;
describeOrganize({ ...SIDE_EFFECTS, title: 'TypeScript 5.9, imports for their side effects' });
describeOrganize({
  ...SIDE_EFFECTS,
  title: 'TypeScript 7, imports for their side effects',
  links: TYPESCRIPT_7,
});
describeOrganize({
  title: 'gopls',
  define: testWith('gopls', 'go'),
  servers: ['gopls'],
  project: { 'go.mod': 'module example.com/demo\n\ngo 1.21\n' },
  file: 'own.go',
  text: 'package demo\n\nimport (\n\t"strings"\n\t"os"\n)\n\nfunc Own() string {\n\treturn strings.ToUpper(fmt.Sprint(1))\n}\n',
  organized:
    'package demo\n\nimport (\n\t"fmt"\n\t"strings"\n)\n\nfunc Own() string {\n\treturn strings.ToUpper(fmt.Sprint(1))\n}\n',
});
const PYTHON = {
  project: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n' },
  file: 'own.py',
  text: 'import sys\nimport os\n\nprint(os.name, sys.argv)\n',
} as const;
describeOrganize({
  ...PYTHON,
  title: 'ruff beside pyright',
  define: testWith('ruff'),
  servers: ['pyright', 'ruff'],
  organized: 'import os\nimport sys\n\nprint(os.name, sys.argv)\n',
});

test('organize imports, pyright alone: says which server would', async () => {
  await using lab = await openReal({
    servers: ['pyright'],
    files: { ...PYTHON.project, [PYTHON.file]: PYTHON.text },
  });
  expect(await organize(lab, PYTHON.file)).toEqual({
    refused:
      'no language server of this file organizes imports (asked: pyright); `ruff` does, where it is installed',
  });
});

test('organize imports, in a text that does not parse: refused, or no use is taken for none', async () => {
  const files = { ...TYPESCRIPT.project, 'own.ts': TYPESCRIPT.text.replace('[a, b];', '[a, b') };
  await using older = await openReal({ servers: TYPESCRIPT.servers, files });
  expect(await organize(older, 'own.ts')).toEqual({
    refused: 'the file does not parse, so what it uses cannot be told',
  });
  await using lab = await openReal({ servers: TYPESCRIPT.servers, files, links: TYPESCRIPT_7 });
  expect(outcomeOf(await organize(lab, 'own.ts'))).toEqual({
    'own.ts': TYPESCRIPT.organized.replace('[a, b];', '[a, b'),
  });
});
