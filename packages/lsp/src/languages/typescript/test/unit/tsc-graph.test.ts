import { expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';

import { ShadowFolder } from '../../tsc/shadow-folder.ts';
import { ShadowOutput } from '../../tsc/shadow-output.ts';
import { buildGraph, solutionOf } from '../../tsc/tsc-graph.ts';
import { Workspace, type Tree } from '../../../../../test/harness/workspace.ts';

const refers = (...paths: string[]): string =>
  JSON.stringify({ files: [], references: paths.map((path) => ({ path })) });

const SOLUTIONS: [title: string, files: Tree, config: string, solution: string | undefined][] = [
  ['without references is judged alone', { 'tsconfig.json': '{}' }, 'tsconfig.json', undefined],
  ['with empty ones is judged alone', { 'tsconfig.json': refers() }, 'tsconfig.json', undefined],
  [
    'with references is built',
    { 'tsconfig.json': '{ // yes\n "references": [{ "path": "a", }], }' },
    'tsconfig.json',
    'tsconfig.json',
  ],
  [
    'that a solution above references',
    { 'tsconfig.json': refers('a'), 'a/tsconfig.json': '{}' },
    'a/tsconfig.json',
    'tsconfig.json',
  ],
  [
    'by way of another',
    { 'tsconfig.json': refers('a'), 'a/tsconfig.json': refers('../b'), 'b/tsconfig.json': '{}' },
    'b/tsconfig.json',
    'tsconfig.json',
  ],
  [
    'in a circle',
    { 'tsconfig.json': refers('a'), 'a/tsconfig.json': refers('..', '../a') },
    'a/tsconfig.json',
    'tsconfig.json',
  ],
  [
    'of two solutions above, the topmost',
    { 'tsconfig.json': refers('x/a'), 'x/tsconfig.json': refers('a'), 'x/a/tsconfig.json': '{}' },
    'x/a/tsconfig.json',
    'tsconfig.json',
  ],
  [
    'that no solution above reaches',
    { 'tsconfig.json': refers('b'), 'a/tsconfig.json': '{}', 'b/tsconfig.json': '{}' },
    'a/tsconfig.json',
    undefined,
  ],
  [
    'that only its neighbour references',
    { 'a/tsconfig.json': '{}', 'b/tsconfig.json': refers('../a') },
    'a/tsconfig.json',
    undefined,
  ],
  ['half written', { 'tsconfig.json': '{ "references": [' }, 'tsconfig.json', undefined],
];

test.each(SOLUTIONS)('a project file %s', (_, files, config, solution) => {
  using workspace = new Workspace(files, 'work space #1');
  expect(solutionOf(workspace.path(config), workspace.root)).toBe(
    solution === undefined ? undefined : workspace.path(solution),
  );
});

const WRITTEN: [title: string, files: Tree, outputs: string[]][] = [
  [
    'by its own options',
    {
      'tsconfig.json':
        '{ "compilerOptions": { "outDir": "dist", "declarationDir": "types", "tsBuildInfoFile": ".cache/a" } }',
    },
    ['dist', 'types', '.cache/a'],
  ],
  [
    'by those that it extends',
    {
      'tsconfig.json': '{ "extends": "./config/base" }',
      'config/base.json': '{ "compilerOptions": { "outDir": "../out" } }',
    },
    ['out'],
  ],
  [
    'by the last of several, where its own folder is meant',
    {
      'tsconfig.json': '{ "extends": ["./a.json", "@c/base/b.json"] }',
      'a.json': '{ "compilerOptions": { "outDir": "a" } }',
      'node_modules/@c/base/package.json': '{}',
      'node_modules/@c/base/b.json': '{ "compilerOptions": { "outDir": "${configDir}/b" } }',
    },
    ['b'],
  ],
  [
    'as notes among packages',
    { 'tsconfig.json': '{ "compilerOptions": { "tsBuildInfoFile": "./node_modules/.tmp/a" } }' },
    ['node_modules/.tmp/a'],
  ],
  [
    'where sources are below its own folder',
    {
      'tsconfig.json':
        '{ "include": ["${configDir}/src/**/*"], "compilerOptions": { "outDir": "${configDir}/dist" } }',
    },
    ['dist'],
  ],
  ['beside its sources', { 'tsconfig.json': '{ "compilerOptions": { "outDir": "." } }' }, []],
  [
    'by a project that it references',
    {
      'tsconfig.json': refers('a/tsconfig.app.json'),
      'a/tsconfig.app.json': '{ "compilerOptions": { "outDir": "dist" } }',
    },
    ['a/dist'],
  ],
];

test.each(WRITTEN)('what a build writes is left out of the copy: %s', (_, files, outputs) => {
  using workspace = new Workspace(files);
  const graph = buildGraph(workspace.path('tsconfig.json'), workspace.root);
  expect(graph.outputs).toEqual(outputs.map((path) => workspace.path(path)));
  expect(graph.obstacle).toBeUndefined();
});

const OBSTACLES: [title: string, files: Tree, reason: string][] = [
  [
    'writes to an absolute path',
    { 'tsconfig.json': '{ "compilerOptions": { "outDir": "/out" } }' },
    'absolute path',
  ],
  ['reads an absolute path', { 'tsconfig.json': '{ "include": ["/src"] }' }, 'absolute path'],
  [
    'writes above all folders',
    { 'tsconfig.json': `{ "compilerOptions": { "outFile": "${'../'.repeat(64)}tmp/x" } }` },
    'writes above all folders',
  ],
  [
    'writes there by way of its own folder',
    {
      'tsconfig.json': `{ "compilerOptions": { "tsBuildInfoFile": "\${configDir}/${'../'.repeat(64)}tmp/x" } }`,
    },
    'writes above all folders',
  ],
  [
    'reads by way of the top of the disk',
    { 'tsconfig.json': `{ "include": ["${'../'.repeat(64)}tmp/x"] }` },
    'leads above all folders',
  ],
  [
    'includes what lies outside of its own folder',
    { 'tsconfig.json': '{ "include": ["${configDir}/../other"] }' },
    'outside of the workspace: ${configDir}/../other',
  ],
  [
    'includes what lies outside',
    { 'tsconfig.json': '{ "include": ["../other/**/*"] }' },
    'outside of the workspace: ../other',
  ],
  [
    'maps names to what lies outside',
    { 'tsconfig.json': '{ "compilerOptions": { "paths": { "x/*": ["../x/*"] } } }' },
    'outside of the workspace: ../x',
  ],
  [
    'references an installed package',
    { 'tsconfig.json': refers('node_modules/a'), 'node_modules/a/tsconfig.json': '{}' },
    'a package that was installed',
  ],
  [
    'extends an installed one that writes beside itself',
    {
      'tsconfig.json': '{ "extends": "@c/base/a.json" }',
      'node_modules/@c/base/package.json': '{}',
      'node_modules/@c/base/a.json': '{ "compilerOptions": { "outDir": "out" } }',
    },
    'writes into a package that was installed: out',
  ],
  [
    'references what lies outside',
    { 'tsconfig.json': refers('../other'), '../other/tsconfig.json': '{}' },
    'lies outside of the workspace',
  ],
];

test.each(OBSTACLES)('no copy is judged of a project that %s', (_, files, reason) => {
  using workspace = new Workspace(files);
  expect(buildGraph(workspace.path('tsconfig.json'), workspace.root).obstacle).toContain(reason);
});

test('no copy is judged of a project that writes through a symbolic link', () => {
  using workspace = new Workspace({
    'tsconfig.json': '{ "compilerOptions": { "outDir": "link/out" } }',
    '../real/x.ts': '',
  });
  symlinkSync('../real', workspace.path('link'));
  expect(buildGraph(workspace.path('tsconfig.json'), workspace.root).obstacle).toContain('symbolic link');
});

const TOLD: [title: string, line: string, findings: number, reason: string | undefined][] = [
  [
    'a finding',
    "/w/a.ts(1,2): error TS2307: Cannot find module './gone.js' or its corresponding type declarations.",
    1,
    undefined,
  ],
  [
    'an import from outside, of which there is no copy',
    "/w/a.ts(1,2): error TS2307: Cannot find module '../gone.js' or its corresponding type declarations.",
    0,
    '/w/a.ts imports from outside',
  ],
  [
    'a file from outside',
    "/w/a.ts(1,2): error TS6053: File '/x/gone.d.ts' not found.",
    0,
    '/w/a.ts imports from outside',
  ],
  [
    'a package that is not there',
    "/w/a.ts(1,2): error TS2307: Cannot find module 'gone' or its corresponding type declarations.",
    1,
    undefined,
  ],
  [
    'a project that was skipped',
    "5:19:50 PM - Skipping build of project '/w/b/tsconfig.json' because its dependency '/w/a' has errors",
    0,
    '/w/b/tsconfig.json was not judged',
  ],
  ['another change', "5:19:50 PM - Building project '/w/a/tsconfig.json'...", 0, undefined],
];

test.each(TOLD)('what a build prints: %s', (_, line, findings, reason) => {
  const place = new ShadowFolder('/cache/x', { host: 'here', pid: 1 });
  const output = new ShadowOutput('/w', place, '/w');
  output.line(line.replaceAll('/w/', `${place.copyOf('/w')}/`));
  const report = output.conclude(0, []);
  expect(report.findings).toHaveLength(findings);
  if (reason === undefined) expect(report.failure).toBeUndefined();
  else expect(report.failure).toContain(reason);
});
