import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'bun:test';

import type { AdmittedPath } from '../../../../support/paths.ts';
import { Prose } from '../../imports/prose.ts';
import { ecmascriptImports } from '../../imports/ecmascript-imports.ts';
import { TextReader } from '../../../../backend/imports/read-text.ts';
import { TimeSlices } from '../../../../support/time-slices.ts';
import { Project } from '../../../../../test/unit/affected/project.ts';
import { ecmascript } from '../../imports/ecmascript.ts';

/** Each of these texts in src/user.ts depends on src/lib/thing.ts. */
const SPELLINGS: readonly string[] = [
  `import { a } from './lib/thing.js';`,
  `import { a } from "./lib/thing";`,
  `import{a}from"./lib/thing.ts"`,
  `import type { A } from './lib/thing.js';`,
  `import './lib/thing.js';`,
  `import\n  a,\n  {\n    b, // from './other.js'\n  }\n  from\n  './lib/thing.js'`,
  `import a /* from */ from /* here: */ './lib/thing.js'`,
  `import a from // the lib\n  './lib/thing.js'`,
  `import a = require('./lib/thing');`,
  `const a = require( "./lib/thing" )`,
  'const a = require(`./lib/thing`)',
  `const a = await import('./lib/thing.js');`,
  `const a = import(/* webpackChunkName: "x" */ './lib/thing.js');`,
  `import.defer('./lib/thing.js')`,
  `type A = import('./lib/thing.js').A;`,
  `export\n  * from './lib/thing.js';`,
  `const files = '/*';\nexport const a = 2\n  * (await import('./lib/thing.js')).a; /* twice */`,
  `export * from './lib/thing.js';`,
  `export * as all from './lib/thing.js';`,
  `export { a as default } from './lib/thing.js';`,
  `export type { A } from './lib/thing.js';`,
  `/// <reference path="./lib/thing.ts" />`,
  `/// <reference path='lib/thing.ts'/>`,
  `declare module './lib/thing.js' { interface A {} }`,
  `import a from './lib/thing.js' with { type: 'x' };`,
  `import a from '../src/lib/../lib/thing.js';`,
  `\uFEFFimport './lib/thing.js';\r\n`,
  `const greeting = 'größe';\r\nimport a from './lib/thing.js';\r\n`,
  'const text = `\n${a}`; import b from "./lib/thing.js"',
];

test.each(SPELLINGS)('imports: %j', async (text) => {
  using project = new Project(ecmascript, { 'src/lib/thing.ts': 'export const a = 1;', 'src/user.ts': text });
  expect(await project.dependents('src/lib/thing.ts')).toEqual(['src/user.ts 1']);
});

test.each(['// import a from "./lib/thing.js"', '/**\n * import a from "./lib/thing.js"\n */'])(
  'an example is no import: %j',
  async (text) => {
    using project = new Project(ecmascript, { 'src/lib/thing.ts': '', 'src/user.ts': text });
    expect(await project.dependents('src/lib/thing.ts')).toEqual([]);
  },
);

test.each([
  '/** @type {import("./lib/thing.js").A} */',
  '/**\n * @import { A } from "./lib/thing.js"\n */',
  '/// <reference path="./lib/thing.ts" />',
])('JavaScript has types in comments: %j', async (text) => {
  using project = new Project(ecmascript, { 'src/lib/thing.ts': '', 'src/user.js': text });
  expect(await project.dependents('src/lib/thing.ts')).toEqual(['src/user.js 1']);
});

interface Row {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly of: string;
  readonly want: readonly string[];
}

const PACKAGE = (more: object = {}): string => JSON.stringify({ name: '@w/p', ...more });

const ROWS: readonly Row[] = [
  {
    title: 'a folder is its index',
    files: {
      'a/index.ts': '',
      'b.ts': `import './a'`,
      'c.ts': `import './a/index.js'`,
      'a/d.ts': `import '.'`,
    },
    of: 'a/index.ts',
    want: ['a/d.ts 1', 'b.ts 1', 'c.ts 1'],
  },
  {
    title: 'the folder above',
    files: { 'index.ts': '', 'a/b.ts': `import '..'` },
    of: 'index.ts',
    want: ['a/b.ts 1'],
  },
  {
    title: 'every ending',
    files: { 'a.mts': '', 'b.ts': `import './a.mjs'` },
    of: 'a.mts',
    want: ['b.ts 1'],
  },
  {
    title: 'declarations',
    files: {
      'a.d.ts': '',
      'b.ts': `import './a'`,
      'c.ts': `import './a.js'`,
      'd.ts': `/// <reference path="a.d.ts" />`,
    },
    of: 'a.d.ts',
    want: ['b.ts 1', 'c.ts 1', 'd.ts 1'],
  },
  {
    title: 'declarations of a file that is no module',
    files: { 'a.d.css.ts': '', 'b.ts': `import './a.css'` },
    of: 'a.d.css.ts',
    want: ['b.ts 1'],
  },
  {
    title: 'a dot in the name',
    files: { 'a.service.ts': '', 'b.ts': `import './a.service'`, 'a.ts': '' },
    of: 'a.service.ts',
    want: ['b.ts 1'],
  },
  {
    title: 'an ending in the name',
    files: { 'a.js.ts': '', 'b.ts': `import './a.js'`, 'c.ts': `import './d.js'`, 'd.js/index.ts': '' },
    of: 'a.js.ts',
    want: ['b.ts 1'],
  },
  {
    title: 'an ending in the name of a folder',
    files: { 'c.ts': `import './d.js'`, 'd.js/index.ts': '' },
    of: 'd.js/index.ts',
    want: ['c.ts 1'],
  },
  {
    title: 'names with spaces, # and ?',
    files: { 'a b/c#d.ts': '', 'e.ts': `import './a b/c#d.js'` },
    of: 'a b/c#d.ts',
    want: ['e.ts 1'],
  },
  {
    title: 'one that does not exist yet',
    files: { 'b.ts': `import './new.js'` },
    of: 'new.ts',
    want: ['b.ts 1'],
  },
  {
    title: 'a cycle',
    files: { 'a.ts': `import './b'`, 'b.ts': `import './c'`, 'c.ts': `import './a'` },
    of: 'a.ts',
    want: ['c.ts 1', 'b.ts 2', 'a.ts 3'],
  },
  { title: 'a file that imports itself', files: { 'a.ts': `import './a'` }, of: 'a.ts', want: [] },
  {
    title: 'the shortest way counts',
    files: {
      'a.ts': '',
      'b.ts': `import './a'`,
      'c.ts': `import './b'; import './a'`,
      'd.ts': `export * from './b'`,
    },
    of: 'a.ts',
    want: ['b.ts 1', 'c.ts 1', 'd.ts 2'],
  },
  {
    title: 'an augmentation reaches all who import what it augments',
    files: {
      'a.ts': '',
      'augment.ts': `declare module './a.js' { interface A {} }`,
      'b.ts': `import './a.js'`,
    },
    of: 'augment.ts',
    want: ['b.ts 1'],
  },
  {
    title: 'an ambient module reaches all who import it',
    files: { 'types.d.ts': `declare module "lib" {}`, 'b.ts': `import 'lib'` },
    of: 'types.d.ts',
    want: ['b.ts 1'],
  },
  {
    title: 'an ambient module with a star',
    files: { 'types.d.ts': `declare module "*.css" {}`, 'b.ts': `import './x.css'` },
    of: 'types.d.ts',
    want: ['b.ts 1'],
  },
  {
    title: 'paths, with comments and trailing commas',
    files: {
      'tsconfig.json': '// ours\n{ "compilerOptions": { "paths": { "@/*": ["./src/*",], }, }, }',
      'src/a.ts': '',
      'src/b/c.ts': `import '@/a'`,
    },
    of: 'src/a.ts',
    want: ['src/b/c.ts 1'],
  },
  {
    title: 'paths without a star, to a folder, from a file that is extended elsewhere',
    files: {
      'config/base.json': '{ "compilerOptions": { "baseUrl": "..", "paths": { "lib": ["packages/lib"] } } }',
      'packages/app/tsconfig.json': '{ "extends": "../../config/base" }',
      'packages/lib/index.ts': '',
      'packages/app/a.ts': `import 'lib'`,
      'packages/other/a.ts': `import 'lib'`,
    },
    of: 'packages/lib/index.ts',
    want: ['packages/app/a.ts 1'],
  },
  {
    title: 'extends of a package, and a list of them; ${configDir}',
    files: {
      'node_modules/@w/config/tsconfig.json':
        '{ "compilerOptions": { "paths": { "~/*": ["${configDir}/source/*"] } } }',
      'app/tsconfig.json': '{ "extends": ["./missing.json", "@w/config"] }',
      'app/source/a.ts': '',
      'app/source/b.ts': `import '~/a'`,
    },
    of: 'app/source/a.ts',
    want: ['app/source/b.ts 1'],
  },
  {
    title: 'baseUrl alone',
    files: {
      'tsconfig.json': '{"compilerOptions":{"baseUrl":"src"}}',
      'src/a/x.ts': '',
      'src/b.ts': `import 'a/x'`,
    },
    of: 'src/a/x.ts',
    want: ['src/b.ts 1'],
  },
  {
    title: 'a reference to settings that lie apart',
    files: {
      'tsconfig.json': '{"references":[{"path":"./config/app.json"}]}',
      'config/app.json': '{"compilerOptions":{"paths":{"@/*":["../src/*"]}}}',
      'src/a.ts': '',
      'src/b.ts': `import '@/a'`,
    },
    of: 'src/a.ts',
    want: ['src/b.ts 1'],
  },
  {
    title: 'rootDirs',
    files: {
      'tsconfig.json': '{"compilerOptions":{"rootDirs":["src","gen"]}}',
      'gen/a.ts': '',
      'src/b.ts': `import './a'`,
    },
    of: 'gen/a.ts',
    want: ['src/b.ts 1'],
  },
  {
    title: 'a package with sources only',
    files: { 'p/package.json': PACKAGE(), 'p/src/index.ts': '', 'q/a.ts': `import '@w/p'` },
    of: 'p/src/index.ts',
    want: ['q/a.ts 1'],
  },
  {
    title: 'a package whose exports lead to what was built',
    files: {
      'p/package.json': PACKAGE({
        exports: { '.': { types: './dist/main.d.ts', import: './dist/main.js' } },
      }),
      'p/src/main.ts': '',
      'q/a.ts': `import '@w/p'`,
    },
    of: 'p/src/main.ts',
    want: ['q/a.ts 1'],
  },
  {
    title: 'a package with subpaths and stars',
    files: {
      'p/package.json': PACKAGE({ exports: { './*': './dist/esm/*.js' } }),
      'p/src/a/b.ts': '',
      'q/a.ts': `import '@w/p/a/b'`,
      'q/b.ts': `import '@w/p/c'`,
    },
    of: 'p/src/a/b.ts',
    want: ['q/a.ts 1', 'q/b.ts 1'],
  },
  {
    title: 'a subpath that is found reaches nothing else',
    files: {
      'p/package.json': PACKAGE({ exports: { './*': './src/*.ts' } }),
      'p/src/a.ts': '',
      'p/src/b.ts': '',
      'q/a.ts': `import '@w/p/a'`,
      'q/b.ts': `import '@w/p/b'`,
    },
    of: 'p/src/a.ts',
    want: ['q/a.ts 1'],
  },
  {
    title: 'a package that is built in a way that cannot be known',
    files: {
      'p/package.json': PACKAGE({ main: './out/bundle.js' }),
      'p/source/start.ts': '',
      'q/a.ts': `import '@w/p'`,
    },
    of: 'p/source/start.ts',
    want: ['q/a.ts 1'],
  },
  {
    title: 'what a package does not offer is nothing of it',
    files: {
      'p/package.json': PACKAGE({ exports: { '.': './src/main.ts' } }),
      'p/src/main.ts': '',
      'p/src/b.ts': '',
      'q/a.ts': `import '@w/p/c'`,
    },
    of: 'p/src/b.ts',
    want: [],
  },
  {
    title: 'a package names itself',
    files: {
      'package.json': PACKAGE({ exports: './src/main.ts' }),
      'src/main.ts': '',
      'test/a.ts': `import '@w/p'`,
    },
    of: 'src/main.ts',
    want: ['test/a.ts 1'],
  },
  {
    title: 'imports of a package',
    files: {
      'package.json': PACKAGE({
        imports: { '#lib/*': { node: './src/lib/*.ts' }, '#all': '@w/p/x' },
        exports: { './x': './src/x.ts' },
      }),
      'src/lib/a.ts': '',
      'src/x.ts': `import '#lib/a'`,
      'b.ts': `import '#all'`,
    },
    of: 'src/lib/a.ts',
    want: ['src/x.ts 1', 'b.ts 2'],
  },
  {
    title: 'a folder with a package.json',
    files: {
      'lib/package.json': '{"main":"./code/main.js"}',
      'lib/code/main.js': '',
      'a.js': `require('./lib')`,
    },
    of: 'lib/code/main.js',
    want: ['a.js 1'],
  },
];

test.each(ROWS.map((row) => [row.title, row] as const))('imports: %s', async (_, { files, of, want }) => {
  using project = new Project(ecmascript, files);
  expect(await project.dependents(of)).toEqual([...want]);
});

test('symbolic links inside the workspace lead where they lead', async () => {
  using project = new Project(ecmascript, {
    'real/a.ts': '',
    'real/deep/b.ts': '',
    'c.ts': `import './link/a'; import './links/deep/b'; import './one'`,
  });
  symlinkSync(project.path('real'), project.path('link'));
  mkdirSync(project.path('links'));
  symlinkSync(project.path('real/deep'), project.path('links/deep'));
  symlinkSync(project.path('real/a.ts'), project.path('one.ts'));
  expect(await project.dependents('real/deep/b.ts')).toEqual(['c.ts 1']);
  expect(await project.dependents('real/a.ts')).toEqual(['c.ts 1']);
});

test('settings that change move the edges of files that did not', async () => {
  using project = new Project(ecmascript, { 'src/a.ts': '', 'b/c.ts': `import '@/a'; import '@w/p/x'` });
  expect(await project.dependents('src/a.ts')).toEqual([]);
  project.write('tsconfig.json', '{"compilerOptions":{"paths":{"@/*":["./lib/*"]}}}');
  expect(await project.dependents('src/a.ts')).toEqual([]);
  project.write('tsconfig.json', '{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}');
  expect(await project.dependents('src/a.ts')).toEqual(['b/c.ts 1']);
  project.remove('tsconfig.json');
  expect(await project.dependents('src/a.ts')).toEqual([]);
  project.write('package.json', PACKAGE({ exports: { './x': './src/a.ts' } }));
  expect(await project.dependents('src/a.ts')).toEqual(['b/c.ts 1']);
});

test('files that come, change and go', async () => {
  using project = new Project(ecmascript, { 'a.ts': '', 'b.ts': '', 'c.ts': `import './b'` });
  expect(await project.dependents('a.ts')).toEqual([]);
  project.write('b.ts', `import './a'`);
  expect(await project.dependents('a.ts')).toEqual(['b.ts 1', 'c.ts 2']);
  project.remove('b.ts');
  expect(await project.dependents('b.ts')).toEqual(['c.ts 1']);
  expect(await project.dependents('a.ts')).toEqual([]);
  project.write('b.ts', `export * from './a'`);
  expect(await project.dependents('a.ts')).toEqual(['b.ts 1', 'c.ts 2']);
});

test('a file is read again only when its stamp is another, and updates follow one another', async () => {
  using project = new Project(ecmascript, { 'a.ts': '', 'b.ts': `import './a'` });
  const [a, b] = [project.path('a.ts'), project.path('b.ts')];
  const stamp = { mtimeNs: 1n, ctimeNs: 1n, size: 1n, inode: 1n };
  const dependents = (): AdmittedPath[] => [...project.graph.dependents([a]).keys()];
  await project.graph.update(new Map([[b, stamp]]));
  project.write('b.ts', '');
  await project.graph.update(new Map([[b, stamp]]));
  expect(dependents()).toEqual([b]);
  const gone = project.graph.update(new Map());
  const moved = project.graph.update(new Map([[b, { ...stamp, mtimeNs: 2n }]]));
  project.write('b.ts', `import './a.js'`);
  await Promise.all([gone, moved]);
  expect(dependents()).toEqual([b]);
  await project.graph.update(new Map());
  expect(dependents()).toEqual([]);
});

test('a long text is read in steps, and loses nothing where they meet', async () => {
  class Impatient extends TimeSlices {
    pauses = 0;
    override get due(): boolean {
      return true;
    }
    override pause(): Promise<void> {
      this.pauses += 1;
      return Promise.resolve();
    }
  }
  const timeSlices = new Impatient();
  const lines = Array.from(
    { length: 3000 },
    (_, at) => `import { name${at} } from './file${at}.js'; // ${'word '.repeat(at % 7)}`,
  );
  const text = lines.join('\n');
  const { specifiers } = await new TextReader(ecmascriptImports).read('a.ts', text, timeSlices);
  expect(specifiers).toHaveLength(3000);
  expect(timeSlices.pauses).toBeGreaterThanOrEqual(Math.floor(text.length / 32_768));
});

test('an ambient module whose file is gone is missed by those who imported it', async () => {
  using project = new Project(ecmascript, {
    'types.d.ts': `declare module "lib" {}`,
    'b.ts': `import 'lib'`,
  });
  await project.update();
  project.remove('types.d.ts');
  expect(await project.dependents('types.d.ts')).toEqual(['b.ts 1']);
});

test('a chain of 2,000 files', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [
      `f${at}.ts`,
      at === 0 ? '' : `export * from './f${at - 1}.js';\n`,
    ]),
  );
  using project = new Project(ecmascript, files);
  const found = await project.dependents('f0.ts');
  expect([found.length, found[0], found.at(-1)]).toEqual([1999, 'f1.ts 1', 'f1999.ts 1999']);
});

test('a file of one line is not looked through again for each of its words', () => {
  const prose = new Prose(`${' '.repeat(4 * 1024 * 1024)}\n// x`);
  const before = process.cpuUsage();
  for (let offset = 0; offset < 4 * 1024 * 1024; offset += 32) expect(prose.holds(offset)).toBe(false);
  const { user, system } = process.cpuUsage(before);
  expect(prose.holds(4 * 1024 * 1024 + 4)).toBe(true);
  expect((user + system) / 1000).toBeLessThan(3000);
});
