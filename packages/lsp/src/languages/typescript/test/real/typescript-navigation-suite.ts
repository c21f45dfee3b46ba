import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';

import type { Lab } from '../../../../../test/harness/lab.ts';
import {
  expectAnswers,
  expectFirstAnswers,
  type Language,
  occurrences,
  shown,
  type Spot,
  spot,
  Tools,
  users,
} from '../../../../../test/real/navigation-suite.ts';
import { type Links, openReal } from '../../../../../test/real/real-lab.ts';

const OPTIONS = {
  strict: true,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2022'],
  types: [],
  skipLibCheck: true,
};

const config = (rest: object = { include: ['src'] }, options: object = {}): string =>
  JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, ...rest });

/** In folders with a space and a `#`, with CRLF and emoji. */
const ONE_PROJECT: Omit<Language, 'links'> = {
  server: 'typescript',
  files: {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': config({ include: ['src', 'a b'] }),
    'src/core.ts':
      'export interface Shape {\n  area(): number;\n}\nexport function aim(n: number): number {\n  return helper(n);\n}\nfunction helper(n: number): number {\n  return n + 1;\n}\n',
    'a b/c#/square.ts':
      "import { aim } from '../../src/core';\r\nimport type { Shape } from '../../src/core';\r\nexport class Square implements Shape {\r\n  area(): number { return aim(1); }\r\n}\r\nexport const unit: Shape = new Square();\r\n",
    ...users(60, (index) => [
      `src/u${index}.ts`,
      `import { aim } from './core';\n// decoy: aim\nexport function use${index}(): [string, number] { return ['🎉é', aim(1)]; }\n`,
    ]),
  },
  names: { target: 'aim', helper: 'helper', shape: 'Shape', square: 'Square', unit: 'unit' },
  file: 'src/core.ts',
  user: 'src/u7.ts',
  unitFile: 'a b/c#/square.ts',
  hover: 'function aim(n: number): number',
  outline: ['Shape', 'area', 'aim', 'helper'],
  callers: ['area', ...Array.from({ length: 60 }, (_, index) => `use${index}`)],
};

const named = (index: number): string => `p${String(index).padStart(2, '0')}`;

const member = (name: string, files: Readonly<Record<string, string>>): Record<string, string> => ({
  [`packages/${name}/package.json`]: JSON.stringify({
    name: `@m/${name}`,
    type: 'module',
    exports: './src/index.ts',
  }),
  [`packages/${name}/tsconfig.json`]: config(),
  ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`packages/${name}/${path}`, text])),
});

const composite = (name: string, references: string[], text: string): Record<string, string> => ({
  [`packages/${name}/package.json`]: JSON.stringify({
    name: `@m/${name}`,
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  }),
  [`packages/${name}/tsconfig.json`]: config(
    { include: ['src'], references: references.map((other) => ({ path: `../${other}` })) },
    { composite: true, noEmit: false, rootDir: 'src', outDir: 'dist' },
  ),
  [`packages/${name}/src/index.ts`]: text,
});

/**
 * The first declares what all others use, which no project but their own holds: each in its way. Names are unique, so the text tells where they are used;
 * comments say `decoy`.
 */
const monorepo = (packages: number): Readonly<Record<string, string>> => ({
  'package.json': '{ "private": true, "type": "module", "workspaces": ["packages/*"] }',
  ...member(named(0), {
    'src/index.ts':
      "export * from './shape';\nexport { inner as aim } from './deep';\nexport { default as standard } from './own';\n",
    'src/shape.ts': 'export interface Shape {\n  area(): number;\n}\n',
    'src/deep.ts': 'export function inner(): number {\n  return 1;\n}\nexport const foundInner = 1;\n',
    'src/own.ts': 'export default function anyName(): number {\n  return 1;\n}\n',
    // Its settings leave this out.
    'test/deep.test.ts':
      "import { inner } from '../src/deep';\nimport whatever from '../src/own';\nexport const tested = inner() + whatever();\nexport const foundInTest = 1;\n",
  }),
  ...Object.fromEntries(
    Array.from({ length: packages }, (_, index) =>
      Object.entries(
        member(named(index + 1), {
          'src/index.ts': `import { type Shape, aim } from '@m/p00';\n// decoy: inner\nexport class Square${index + 1} implements Shape {\n  area(): number { return aim(); }\n}\nexport const found${named(index + 1)} = 1;\n`,
          'src/other.ts': 'export const nothing = 1;\n',
        }),
      ),
    ).flat(),
  ),
  'packages/web/package.json': '{ "name": "@m/web", "type": "module" }',
  'packages/web/tsconfig.json':
    '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.spec.json" }] }',
  'packages/web/tsconfig.app.json': config(
    { include: ['src'], exclude: ['**/*.spec.ts'] },
    { composite: true, noEmit: false, emitDeclarationOnly: true, outDir: 'out/app' },
  ),
  'packages/web/tsconfig.spec.json': config(
    { include: ['src/**/*.spec.ts'] },
    { composite: true, noEmit: false, emitDeclarationOnly: true, outDir: 'out/spec' },
  ),
  'packages/web/src/view.ts':
    "import { aim as renamed } from '@m/p00';\nexport const view = renamed();\nexport const foundView = 1;\n",
  'packages/web/src/view.spec.ts':
    "import { aim } from '@m/p00';\nexport const spec = aim();\nexport const foundSpec = 1;\n",
  ...composite('core', [], 'export function composed(): number {\n  return 1;\n}\n'),
  ...composite('shell', ['core'], "import { composed } from '@m/core';\nexport const shell = composed();\n"),
  'scripts/tool.mjs':
    "import { inner } from '../packages/p00/src/deep';\ninner();\nexport const foundTool = 1;\n",
});

/**
 * What every TypeScript finds: judged by the text alone.
 *
 * @param packages more than are kept loaded at once
 */
export function describeNavigation(title: string, compiler: string, packages: number): void {
  const files = monorepo(packages);
  const members = [
    ...Array.from({ length: packages + 1 }, (_, index) => named(index)),
    'web',
    'core',
    'shell',
  ];
  const links: Links = { 'node_modules/typescript': compiler };
  const language: Language = { ...ONE_PROJECT, links };

  const open = (tree: Readonly<Record<string, string>>): Promise<Lab> =>
    openReal({ servers: ['typescript'], files: tree, links, config: { navigationTimeout: 24_000 } });

  const openMonorepo = (): Promise<Lab> =>
    openReal({
      servers: ['typescript'],
      files,
      links,
      config: { navigationTimeout: 24_000 },
      root: (workspace) => {
        mkdirSync(workspace.path('node_modules/@m'));
        for (const name of members)
          symlinkSync(`../../packages/${name}`, workspace.path(`node_modules/@m/${name}`));
        return workspace.root;
      },
    });

  describe(title, () => {
    test('REQ-NAV-010: cold, the first answer is the whole one', () => expectFirstAnswers(language));

    test('REQ-NAV-010: every tool finds what the text says', async () => {
      await using lab = await open(ONE_PROJECT.files);
      await expectAnswers(language, await Tools.of(lab));
    });

    test('REQ-NAV-010: an answer is about the files as they are, checked or changed behind the servers', async () => {
      const files = { ...ONE_PROJECT.files };
      await using lab = await open(files);
      const tools = await Tools.of(lab);
      const uses = async (): Promise<string[]> =>
        tools.places('lsp_find_references', spot({ files }, 'src/core.ts', 'aim'));
      expect(await uses()).toEqual(occurrences(files, 'aim'));
      files['src/u1.ts'] = '// decoy\n\nexport {};\n';
      await lab.check({ 'src/u1.ts': files['src/u1.ts'] });
      expect(await uses()).toEqual(occurrences(files, 'aim'));
      files['src/core.ts'] = `/* 🎉 */\n${files['src/core.ts']}`;
      files['src/u2.ts'] = `\uFEFF// decoy\n${files['src/u2.ts']}aim(2);\n`;
      files['src/new.ts'] = "import { aim } from './core';\naim(3);\n";
      for (const path of ['src/core.ts', 'src/u2.ts', 'src/new.ts'])
        lab.workspace.write(path, files[path] ?? '');
      expect(await uses()).toEqual(occurrences(files, 'aim'));
      lab.workspace.remove('src/u3.ts');
      delete files['src/u3.ts'];
      expect(await uses()).toEqual(occurrences(files, 'aim'));
    });

    test('REQ-NAV-010: symbols are searched for in all files, however many are found, and what is only imported is declared elsewhere', async () => {
      const many = users(300, (index) => [
        `src/thing${index}.ts`,
        `import { aim } from './core';\nexport const thing${index} = aim(1);\n`,
      ]);
      await using lab = await open({ ...ONE_PROJECT.files, ...many });
      const tools = await Tools.of(lab);
      const found = await tools.symbols('thing');
      expect(found.filter((name) => name.startsWith('thing'))).toEqual(
        Array.from({ length: 300 }, (_, index) => `thing${index}`).sort(),
      );
      expect((await tools.symbols('aim')).filter((name) => name === 'aim')).toEqual(['aim']);
    });

    test('REQ-NAV-010: what no project holds is found again and again, as it is, and nobody is judged with it', async () => {
      const files: Record<string, string> = {
        'tsconfig.json': config(),
        'src/core.ts': 'export function aim() {\n  return 1;\n}\n',
        'test/one.test.ts': "import { aim } from '../src/core';\nexport const first = aim();\n",
        'test/two.test.ts': 'export const second = 2;\n',
      };
      await using lab = await open(files);
      const tools = await Tools.of(lab);
      const agree = async (): Promise<void> => {
        expect(
          (await tools.places('lsp_find_references', spot({ files }, 'src/core.ts', 'aim'))).toSorted(),
        ).toEqual(occurrences(files, 'aim').toSorted());
        expect((await tools.symbols('second')).filter((name) => name.startsWith('second'))).toEqual(
          Object.values(files)
            .flatMap((text) => [...text.matchAll(/const (second\w*)/g)].map(([, name = '']) => name))
            .sort(),
        );
      };
      const write = (path: string, text: string): void => {
        files[path] = text;
        lab.workspace.write(path, text);
      };
      await agree();
      await agree();
      write('test/two.test.ts', "import { aim } from '../src/core';\nexport const secondly = aim();\n");
      await agree();
      // Only the settings of its own project have anything against it.
      write('src/core.ts', 'export function aim(n) {\n  return n;\n}\n');
      const report = await lab.check({ 'src/core.ts': files['src/core.ts'] ?? '' });
      expect(report.files['src/core.ts']?.map(({ code }) => String(code))).toEqual(['7006']);
      await agree();
      write(
        'test/three.test.ts',
        "import { aim } from '../src/core';\nexport const secondToLast = aim(1);\n",
      );
      lab.workspace.remove('test/one.test.ts');
      delete files['test/one.test.ts'];
      await agree();
    });

    test('REQ-NAV-010: JavaScript that no settings file holds', async () => {
      const files = {
        'lib/core.js': 'export function aim() {\n  return 1;\n}\n',
        'bin/tool.mjs': "import { aim } from '../lib/core.js';\naim();\n",
      };
      await using lab = await open(files);
      // A project without settings has all the libraries there are, and loads as long.
      await lab.check({ 'lib/core.js': files['lib/core.js'] });
      const tools = await Tools.of(lab);
      expect(await tools.places('lsp_find_references', spot({ files }, 'lib/core.js', 'aim'))).toEqual(
        occurrences(files, 'aim'),
      );
      expect(await tools.places('lsp_goto_definition', spot({ files }, 'bin/tool.mjs', 'aim'))).toContain(
        'lib/core.js:1:17',
      );
      expect((await tools.symbols('aim')).filter((name) => name === 'aim').length).toBeGreaterThan(0);
    });
  });

  describe(`${title}, in a monorepo`, () => {
    let lab: Lab;
    let tools: Tools;
    beforeAll(async () => {
      lab = await openMonorepo();
      tools = await Tools.of(lab);
    });
    afterAll(() => lab[Symbol.asyncDispose]());

    const at = (file: string, word: string): Spot => spot({ files }, file, word);
    const inner = at('packages/p00/src/deep.ts', 'inner');
    const sources = Object.fromEntries(Object.entries(files).filter(([path]) => /\.(ts|mjs)$/.test(path)));
    /** Every use of one function, by whichever of its names. */
    const uses = (...names: string[]): string[] => names.flatMap((name) => occurrences(sources, name));

    test('REQ-NAV-010: the first answer about what packages use whose projects nobody has loaded is the whole one', async () => {
      const found = await tools.places('lsp_find_references', inner);
      expect(found.toSorted()).toEqual(uses('inner', 'aim', 'renamed').toSorted());
    });

    test('REQ-NAV-010: so it is seen from where it is used, again and again', async () => {
      for (const from of [
        at('packages/p17/src/index.ts', 'aim'),
        at('packages/web/src/view.spec.ts', 'aim'),
      ]) {
        expect((await tools.places('lsp_find_references', from)).toSorted()).toEqual(
          uses('inner', 'aim', 'renamed').toSorted(),
        );
      }
    });

    test('REQ-NAV-010: what is exported by default has another name wherever it is used', async () => {
      const found = await tools.places('lsp_find_references', at('packages/p00/src/own.ts', 'anyName'));
      expect(uses('anyName', 'whatever').filter((place) => !found.includes(place))).toEqual([]);
    });

    test('REQ-NAV-010: implementations in all of them', async () => {
      const squares = Array.from({ length: packages }, (_, index) =>
        shown(at(`packages/${named(index + 1)}/src/index.ts`, `Square${index + 1}`)),
      );
      expect(await tools.places('lsp_goto_implementation', at('packages/p00/src/shape.ts', 'Shape'))).toEqual(
        squares,
      );
    });

    test('REQ-NAV-010: callers in all of them', async () => {
      const { calls = [] } = await tools.ask('lsp_incoming_calls', inner);
      const sites = calls.flatMap(({ file, sites: list }) => list.map((site) => shown({ ...site, file })));
      const called = Object.keys(sources)
        .sort()
        .flatMap((file) =>
          [...(sources[file] ?? '').split('\n').entries()].flatMap(([index, text]) =>
            [...text.matchAll(/\b(?:inner|aim|renamed)(?=\(\)[^:]*$)/g)].map((match) =>
              shown({ file, line: index + 1, character: match.index + 1 }),
            ),
          ),
        );
      expect(sites.toSorted()).toEqual(called.toSorted());
    });

    test('REQ-NAV-010: through project references', async () => {
      const found = await tools.places('lsp_find_references', at('packages/core/src/index.ts', 'composed'));
      expect(found).toEqual(uses('composed').toSorted());
      expect(
        await tools.places('lsp_goto_definition', at('packages/shell/src/index.ts', 'composed')),
      ).toEqual([shown(at('packages/core/src/index.ts', 'composed'))]);
    });

    test('REQ-NAV-010: symbols of all of them, of tests and scripts, too', async () => {
      const declared = Object.values(files).flatMap((text) =>
        [...text.matchAll(/const (found\w+)/g)].map(([, name = '']) => name),
      );
      expect((await tools.symbols('found')).filter((name) => name.startsWith('found'))).toEqual(
        declared.toSorted(),
      );
    });
  });
}
