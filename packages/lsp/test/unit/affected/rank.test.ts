import { expect, test } from 'bun:test';
import { basename, relative } from 'node:path';

import { changedSymbols, type ChangedSymbols } from '../../../src/engine/changes/changed-symbols.ts';
import { rank } from '../../../src/engine/changes/rank.ts';
import { Project } from './project.ts';
import { cFamily } from '../../../src/languages/cpp/imports.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';
import { python } from '../../../src/languages/python/imports.ts';
import { ecmascript } from '../../../src/languages/typescript/imports/ecmascript.ts';

const FILES = {
  'shape.ts': 'export function area(side: number) {}\nexport const other = 1;',
  'b.ts': `import { area } from './shape.js'; area(1);`,
  'a-far.ts': `import { again } from './b.js'; again.area();`,
  'c.ts': `import { other } from './shape.js';`,
  'd-far.ts': `import './c.js';`,
  'around.ts': `import { other as Shape } from './shape.js';`,
  'global.ts': `area(2);`,
  'z.ts': 'nothing();',
  'y.ts': 'nothing();',
};

const AREA: ChangedSymbols = { removedSymbols: new Set(['area']), enclosingSymbols: new Set(['Shape']) };

async function ranked(
  project: Project,
  changes: Readonly<Record<string, ChangedSymbols | 'unknown'>>,
  everything = false,
): Promise<string[]> {
  const graph = await project.update();
  const entries = Object.entries(changes).map(([name, tokens]) => ({ path: project.path(name), tokens }));
  const changeSet = {
    changes: new Map(
      entries.map(({ path, tokens }) => [
        path,
        tokens === 'unknown'
          ? { removedSymbols: new Set<string>(), enclosingSymbols: new Set<string>() }
          : tokens,
      ]),
    ),
    inside: new Set<AdmittedPath>(),
    unknown: new Set(entries.flatMap(({ path, tokens }) => (tokens === 'unknown' ? [path] : []))),
    everything,
  };
  const rows = rank(graph, changeSet).map(
    ({ path, group, distance }) => `${group} ${distance ?? '-'} ${relative(project.root, path)}`,
  );
  // No server is asked about the rest, so those have no order.
  const rest = rows.filter((row) => row.startsWith('unreachable'));
  expect(rows.slice(rows.length - rest.length)).toEqual(rest);
  return [...rows.slice(0, rows.length - rest.length), ...rest.sort()];
}

test('those that say it and depend on it come first, nearest first; then who says what is around, who only depends, and the rest', async () => {
  using project = new Project(ecmascript, FILES);
  expect(await ranked(project, { 'shape.ts': AREA })).toEqual([
    'likely 0 shape.ts',
    'likely 1 b.ts',
    'likely 2 a-far.ts',
    'reachable 1 around.ts',
    'reachable 1 c.ts',
    'reachable 2 d-far.ts',
    'unreachable - global.ts',
    'unreachable - y.ts',
    'unreachable - z.ts',
  ]);
});

test('where nobody knows what changed, all dependents are likely', async () => {
  using project = new Project(ecmascript, FILES);
  expect(await ranked(project, { 'shape.ts': 'unknown' })).toEqual([
    'likely 0 shape.ts',
    'likely 1 around.ts',
    'likely 1 b.ts',
    'likely 1 c.ts',
    'likely 2 a-far.ts',
    'likely 2 d-far.ts',
    'unreachable - global.ts',
    'unreachable - y.ts',
    'unreachable - z.ts',
  ]);
});

test('a file that is gone is no candidate, and its dependents are', async () => {
  using project = new Project(ecmascript, FILES);
  await project.update();
  project.remove('c.ts');
  const [first, ...others] = await ranked(project, { 'c.ts': 'unknown' });
  expect(first).toBe('likely 1 d-far.ts');
  expect(others.join()).not.toContain(' c.ts');
});

test('what nobody knows of one file does not blur what is known of another', async () => {
  using project = new Project(ecmascript, FILES);
  expect(
    (await ranked(project, { 'shape.ts': AREA, 'c.ts': 'unknown' })).filter((row) =>
      row.startsWith('likely'),
    ),
  ).toEqual([
    'likely 0 c.ts',
    'likely 0 shape.ts',
    'likely 1 b.ts',
    'likely 1 d-far.ts',
    'likely 2 a-far.ts',
    // It may be one of the package that came.
    'likely - global.ts',
  ]);
});

test('after a change of settings every file is reachable', async () => {
  using project = new Project(ecmascript, FILES);
  const rows = await ranked(project, {}, true);
  expect(rows).toHaveLength(Object.keys(FILES).length);
  expect(new Set(rows.map((row) => row.split(' ')[0]))).toEqual(new Set(['reachable']));
});

test.each([
  ['globals.d.ts', 'interface Window { extra: string }', true],
  ['globals.d.ts', `/// <reference types="x" />\ntype A = import('./b').A;`, true],
  ['types.ts', `import './b.js';\ndeclare global { interface Window {} }`, true],
  ['globals.d.ts', '/*\nimport it where you like\n*/\ninterface Window { extra: string }', true],
  ['globals.d.ts', "declare module 'x' {\nexport const a: 1;\n}\ndeclare const shared: 1;", true],
  ['script.ts', 'const shared = `\nexport what you like\n`;', true],
  ['script.js', 'var shared = 1;', true],
  ['script.js', '// without require, module and exports\nvar shared = 1;', true],
  ['script.js', '/* require("x") */ var shared = "module.exports = 1", b = module.c;', true],
  ['common.js', '/** @file */ module.exports = {};', false],
  ['common.js', 'Object.defineProperty(exports, "__esModule", { value: true });', false],
  ['module.ts', 'const namespace = [/[{`"]/, /`{/];\nexport { namespace };', false],
  ['common.js', "if (a) { exports['b'] = 1; }", false],
  ['module.ts', 'const a = `\n{`;\nnamespace b {}\nexport { a };', false],
  ['common.js', 'const b = require("./b"); exports.a = 1;', false],
  ['module.ts', 'export {};', false],
  ['module.mjs', '// first\r\nimport "./b.js";', false],
])('where nobody knows what changed in %s, %j, all files are reachable: %p', async (name, text, all) => {
  using project = new Project(ecmascript, { ...FILES, [name]: text });
  await project.update();
  project.remove(name);
  const groups = new Set((await ranked(project, { [name]: 'unknown' })).map((row) => row.split(' ')[0]));
  expect(groups.has('unreachable')).toBe(!all);
});

test('a mended file is found by what the mend takes away, though it says something else', async () => {
  using project = new Project(ecmascript, {
    ...FILES,
    'b.ts': `import { size } from './shape.js'; size(1);`,
  });
  const tokens = changedSymbols(
    'export function area(side: number) {}',
    'export function size(side: number) {}',
    ecmascript,
  );
  expect(await ranked(project, { 'shape.ts': tokens })).toContain('likely 1 b.ts');
});

test('words are found in any script, and are not made of parts of others', async () => {
  using project = new Project(ecmascript, {
    'a.ts': 'größe名前 + $x + snake_case + 𝒳 + 3',
    'b.ts': 'größer',
  });
  const graph = await project.update();
  const says = (word: string, name: string): boolean => graph.containsIdentifier([word])(project.path(name));
  expect(['größe名前', '$x', 'snake_case', '𝒳'].map((word) => says(word, 'a.ts'))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([
    says('größe', 'a.ts'),
    says('snake', 'a.ts'),
    says('größe', 'b.ts'),
    says('x', 'nowhere.ts'),
  ]).toEqual([false, false, false, false]);
});

test('no word of a large file is lost, and few others are taken for one of its words', async () => {
  const words = Array.from({ length: 1500 }, (_, at) => `word${at}`);
  using project = new Project(ecmascript, { 'large.ts': words.join('\n') });
  const graph = await project.update();
  const says = (word: string): boolean => graph.containsIdentifier([word])(project.path('large.ts'));
  expect(words.filter((word) => !says(word))).toEqual([]);
  expect(words.filter((word) => says(`other_${word}`)).length).toBeLessThan(45);
});

const BESIDE: readonly (readonly [title: string, files: Readonly<Record<string, string>>])[] = [
  ['it is itself a script', { 'shape.ts': 'function area(side: number) {}' }],
  ['it has names for all files', { 'shape.ts': 'export {};\ndeclare global { function area(): void; }' }],
  ['it has a name for scripts', { 'shape.ts': 'export function area() {}\nexport as namespace Shape;' }],
  [
    'what depends on it has names for all files',
    { 'auto.d.ts': "export {};\ndeclare global { const area: typeof import('./shape.js').area; }" },
  ],
];

test.each([
  ['{"compilerOptions": {"jsxImportSource": "react", "baseUrl": ".", "moduleSuffixes": [""]}}'],
  ['{"compilerOptions": {"paths": {"*": ["./*"]}, "jsxImportSource": "preact"}}'],
])('who says it and does not import it is no candidate with the settings %s', async (settings) => {
  using project = new Project(ecmascript, { ...FILES, 'tsconfig.json': settings });
  expect(await ranked(project, { 'shape.ts': AREA })).toContain('unreachable - global.ts');
});

const MODULES = {
  'lib/shape.py': 'def area(side): pass',
  'b.py': 'from lib.shape import area',
  'other.py': 'from shape import area',
};

const BASE = { 'more/base.toml': 'extraPaths = ["../lib"]' };

test.each([
  ['pyrightconfig.json', '{"extraPaths": ["lib"]}', true],
  ['pyproject.toml', '[tool.ty.environment]\nroot = ["lib"]', true],
  ['lib/ty.toml', '[environment]\nroot = ["."]', true],
  ['mypy.ini', '[mypy]\nmypy_path = lib', true],
  ['pyrightconfig.json', '{"extends": "./more/base.toml"}', true],
  ['pyrightconfig.json', '{"strict": ["lib"]}', false],
])('modules that %s may name otherwise, %j: %p', async (name, text, isLikely) => {
  using project = new Project(python, { ...MODULES, 'lib/__init__.py': '', ...BASE, [name]: text });
  const group = (await ranked(project, { 'lib/shape.py': AREA })).find((row) => row.endsWith(' other.py'));
  expect(group).toBe(isLikely ? 'likely 1 other.py' : 'unreachable - other.py');
});

test('settings that change may name modules otherwise', async () => {
  using project = new Project(python, { ...MODULES, 'lib/__init__.py': '', 'ty.toml': '' });
  const importers = async (): Promise<string[]> =>
    (await project.update())
      .importers(project.path('lib/shape.py'))
      .map((path) => basename(path))
      .sort();
  expect(await importers()).toEqual(['b.py']);
  project.write('ty.toml', '[environment]\nroot = ["lib"]');
  expect(await importers()).toEqual(['b.py', 'other.py']);
});

test('the modules of a package that is the workspace count from around it', async () => {
  using project = new Project(python, { ...MODULES, 'lib/__init__.py': '' });
  const isNamed = async (): Promise<boolean> =>
    (await project.update()).leadsTo(
      project.path('b.py'),
      `${basename(project.root)}.lib.shape`,
      project.path('lib/shape.py'),
    );
  expect(await isNamed()).toBe(false);
  project.write('__init__.py', '');
  expect(await isNamed()).toBe(true);
});

/** `view` has tags, and names no module. */
const TAGS = {
  'view.tsx': 'const a = <b/>;',
  'script.js': '',
  'plain.ts': '',
  'jsx/jsx-runtime.ts': 'export {};',
};
const options = (given: object): string => JSON.stringify({ compilerOptions: given });

test.each<[title: string, changed: string, files: Readonly<Record<string, string>>, importers: string[]]>([
  [
    'a path',
    'jsx/jsx-runtime.ts',
    { 'tsconfig.json': options({ jsxImportSource: './jsx' }) },
    ['script.js', 'view.tsx'],
  ],
  [
    'a package of the workspace',
    'jsx/jsx-runtime.ts',
    { 'tsconfig.json': options({ jsxImportSource: '@x/jsx' }), 'jsx/package.json': '{"name": "@x/jsx"}' },
    ['script.js', 'view.tsx'],
  ],
  [
    'a name of the settings',
    'jsx/jsx-runtime.ts',
    { 'tsconfig.json': options({ jsxImportSource: 'x', paths: { 'x/*': ['./jsx/*'] } }) },
    ['script.js', 'view.tsx'],
  ],
  [
    'a package elsewhere',
    'jsx/jsx-runtime.ts',
    { 'tsconfig.json': options({ jsxImportSource: 'preact', paths: { '*': ['./*'] } }) },
    [],
  ],
  [
    'a package that a file extends',
    'more.d.ts',
    {
      'more.d.ts': "export {};\ndeclare module 'react' { namespace JSX { interface IntrinsicElements {} } }",
    },
    ['view.tsx'],
  ],
])('tags mean %s: files with them depend on %s', async (_, changed, files, importers) => {
  using project = new Project(ecmascript, { ...TAGS, ...files });
  const graph = await project.update();
  const found = graph.importers(project.path(changed)).map((path) => basename(path));
  expect([...new Set(found)].filter((name) => name in TAGS).sort()).toEqual(importers);
  const implied = importers.filter((name) => graph.implies(project.path(name), project.path(changed)));
  expect(implied).toEqual(changed.endsWith('.d.ts') ? [] : importers);
});

test.each([
  ['', { 'tsconfig.json': options({ moduleSuffixes: ['.ios', ''] }) }],
  [
    ' that another one goes on with',
    { 'tsconfig.json': '{"extends": "./base.json"}', 'base.json': options({ moduleSuffixes: ['.ios'] }) },
  ],
])('an ending of settings%s leads to other files', async (_, files) => {
  using project = new Project(ecmascript, {
    ...files,
    'a.ts': "import './b.js';\nimport './c';",
    'b.ios.ts': '',
    'c/index.ios.ts': '',
    'd.ios.ts': '',
  });
  const graph = await project.update();
  const importers = (name: string): number => graph.importers(project.path(name)).length;
  expect([importers('b.ios.ts'), importers('c/index.ios.ts'), importers('d.ios.ts')]).toEqual([1, 1, 0]);
});

test.each(BESIDE)(
  'who says it and does not import it comes behind those that do, if %s',
  async (_, files) => {
    using project = new Project(ecmascript, { ...FILES, ...files });
    const found = await ranked(project, { 'shape.ts': AREA });
    expect(found.filter((row) => row.startsWith('likely'))).toContain('likely - global.ts');
  },
);

test.each<[title: string, isReached: boolean, files: Readonly<Record<string, string>>]>([
  ['a global type', true, { 'shape.ts': 'export {};\ndeclare global { interface Window { area: 1 } }' }],
  ['a script', true, { 'shape.ts': 'interface Window { area: 1 }' }],
  [
    'a type that a global one has',
    true,
    { 'auto.d.ts': "export {};\ndeclare global { interface Window { area: import('./shape.js').Area } }" },
  ],
  ['a module', false, {}],
])('who says nothing of %s may be affected: %p', async (_, isReached, files) => {
  using project = new Project(ecmascript, { ...FILES, ...files });
  const found = await ranked(project, { 'shape.ts': AREA });
  expect(found).toContain(isReached ? 'reachable - z.ts' : 'unreachable - z.ts');
});

test('who says nothing of a script of JavaScript is no candidate', async () => {
  using project = new Project(ecmascript, { ...FILES, 'script.js': 'function area() {}' });
  const found = await ranked(project, { 'script.js': AREA });
  expect(found).toContain('likely - global.ts');
  expect(found).toContain('unreachable - z.ts');
});

test('where it is known who sees a change, no other file comes, whatever it says', async () => {
  using project = new Project(ecmascript, FILES);
  const graph = await project.update();
  const changes = new Map([[project.path('shape.ts'), AREA]]);
  const changeSet = { changes, inside: new Set<never>(), unknown: new Set<never>(), everything: false };
  const found = rank(graph, changeSet, new Set([project.path('a-far.ts'), project.path('c.ts')]));
  expect(
    found.flatMap(({ path, group }) => (group === 'unreachable' ? [] : [relative(project.root, path)])),
  ).toEqual(['shape.ts', 'a-far.ts', 'c.ts']);
});

test('a change that no other file can see concerns its own file alone', async () => {
  using project = new Project(ecmascript, FILES);
  const graph = await project.update();
  const inside = new Set([project.path('shape.ts')]);
  const found = rank(graph, { changes: new Map(), inside, unknown: new Set(), everything: false });
  expect(found.filter(({ group }) => group !== 'unreachable')).toEqual([
    { path: project.path('shape.ts'), group: 'likely', distance: 0 },
  ]);
});

test('of files that are as near, the one that has the name of what was changed comes first', async () => {
  using project = new Project(cFamily, {
    'core.h': 'int area(int);',
    'a.c': '#include "core.h"\nint a = area(1);',
    'core.c': '#include "core.h"\nint area(int side) { return side; }',
  });
  expect((await ranked(project, { 'core.h': AREA })).slice(1)).toEqual(['likely 1 core.c', 'likely 1 a.c']);
});
