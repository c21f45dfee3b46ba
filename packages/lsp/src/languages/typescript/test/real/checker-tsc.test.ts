import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ProjectReport } from '../../../../types.ts';
import { Lab } from '../../../../../test/harness/lab.ts';
import { Workspace, type Tree } from '../../../../../test/harness/workspace.ts';
import { found, link } from '../../../../../test/real/real-lab.ts';
import { tscBuild } from '../../../../../test/real/truth.ts';

const COMPILERS: [version: string, compiler: string][] = [
  ['5.9', 'typescript'],
  ['7', 'typescript-v7'],
];

/** Several builds of several projects each, on a machine that may do other things. */
const LONG = 240_000;

const OPTIONS = { strict: true, module: 'nodenext', target: 'es2022', lib: ['es5'], types: [] };

let cache: string;
const before = process.env['XDG_CACHE_HOME'];

beforeAll(() => {
  cache = realpathSync(mkdtempSync(join(tmpdir(), 'lsp cache ')));
  process.env['XDG_CACHE_HOME'] = cache;
});

afterAll(() => {
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
  rmSync(cache, { recursive: true });
});

/** A composite package, one that imports it by its name as it is built, and one that is built from one file, which imports another. */
const MONOREPO: Tree = {
  'package.json': '{ "private": true, "type": "module", "workspaces": ["packages/*"] }',
  'tsconfig.json':
    '{\n  // All of them.\n  "files": [],\n  "references": [{ "path": "packages/shell" }, { "path": "packages/leaf" }],\n}\n',
  'tsconfig.base.json': JSON.stringify({ compilerOptions: OPTIONS }),
  ...member('core', {
    compilerOptions: { composite: true, rootDir: 'src', outDir: 'dist' },
    include: ['src'],
  }),
  'packages/core/src/index.ts': 'export const core = 1;\nexport class Box { #inside = 1; }\n',
  'packages/core/src/old.ts': 'export const old = 1;\r\n',
  'packages/core/src/wrong.ts': '\uFEFFexport const nothing: string = null;\r\n',
  'packages/core/dist/index.d.ts': 'export declare const core: string;\n',
  ...member('shell', {
    compilerOptions: { composite: true, rootDir: 'src', outDir: 'dist' },
    include: ['src'],
    references: [{ path: '../core' }],
  }),
  'packages/shell/src/index.ts':
    'import { core, type Box } from "@m/core";\nimport { old } from "@m/core/old";\nexport const wanted: string = core + old;\nexport const box = (b: Box): typeof import("@m/core") => b;\n',
  ...member('leaf', {
    compilerOptions: { outDir: 'out' },
    files: ['main.ts'],
    references: [{ path: '../core' }],
  }),
  'packages/leaf/main.ts': 'import { helper } from "./helper.js";\nexport const main = helper;\n',
  'packages/leaf/helper.ts': 'import { core } from "@m/core";\nexport const helper: number = core;\n',
};

function member(name: string, config: object): Tree {
  const exports = { '.': './dist/index.js', './*': './dist/*.js' };
  return {
    [`packages/${name}/package.json`]: JSON.stringify({ name: `@m/${name}`, type: 'module', exports }),
    [`packages/${name}/tsconfig.json`]: JSON.stringify({ extends: '../../tsconfig.base.json', ...config }),
  };
}

function open(files: Tree, compiler: string, root?: (workspace: Workspace) => string): Promise<Lab> {
  return Lab.open({
    files,
    name: 'work space #1',
    checkers: { tsc: { enabled: true } },
    root: (workspace) => {
      link(workspace, { 'node_modules/typescript': compiler });
      return root?.(workspace) ?? workspace.root;
    },
  });
}

function linked(workspace: Workspace): string {
  mkdirSync(workspace.path('node_modules/@m'));
  for (const name of ['core', 'shell', 'leaf'])
    symlinkSync(`../../packages/${name}`, workspace.path(`node_modules/@m/${name}`));
  return workspace.root;
}

const judge = (lab: Lab, paths?: string[]): Promise<ProjectReport> =>
  lab.sidecar.request('lsp/checkProject', paths === undefined ? {} : { paths });

/** What a build says of a copy that nothing was ever built in. */
async function truth(workspace: Workspace, compiler: string): Promise<Record<string, string[]>> {
  using copy = new Workspace({}, 'work space #1');
  cpSync(workspace.root, copy.root, { recursive: true, verbatimSymlinks: true });
  rmSync(copy.path('packages/core/dist'), { recursive: true, force: true });
  const said = await tscBuild(copy, compiler, '.');
  // They may name files by their absolute paths.
  return Object.fromEntries(
    Object.entries(said).map(([file, list]) => [
      file,
      list.map((text) => text.replaceAll(copy.root, workspace.root)),
    ]),
  );
}

/** All that is there, and when it was changed. */
function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${lstatSync(join(folder, name)).mtimeMs}`)
    .sort();
}

test.each(COMPILERS)(
  'REQ-DIAG-010: TypeScript %s: projects that reference each other are judged as a build judges them, from the first to the last, and nothing is written',
  async (_, compiler) => {
    await using lab = await open(MONOREPO, compiler, linked);
    const { workspace } = lab;
    const agrees = async (): Promise<Record<string, string[]>> => {
      const there = listing(workspace.root);
      const [report, said] = await Promise.all([judge(lab), truth(workspace, compiler)]);
      expect(listing(workspace.root)).toEqual(there);
      expect(report.projects).toMatchObject([
        { checker: 'tsc', root: '.', outcome: 'complete', commands: [['npx', 'tsc', '--build']] },
      ]);
      const files = found(report.files);
      expect(files).toEqual(said);
      return files;
    };
    expect(Object.keys(await agrees()).sort()).toEqual([
      'packages/core/src/wrong.ts',
      'packages/shell/src/index.ts',
    ]);
    // One is mended, and with it what imports it; one is broken that no project file names.
    workspace.write('packages/core/src/wrong.ts', '');
    workspace.write(
      'packages/core/src/index.ts',
      'export const core = "1";\nexport class Box { #inside = 1; }\n',
    );
    expect(Object.keys(await agrees()).sort()).toEqual([
      'packages/leaf/helper.ts',
      'packages/shell/src/index.ts',
    ]);
    workspace.write('packages/leaf/helper.ts', 'export const helper = 1;\n');
    workspace.write(
      'packages/shell/src/index.ts',
      'import { core } from "@m/core";\nimport { old } from "@m/core/old";\nexport const wanted: string = core + old;\n',
    );
    expect(await agrees()).toEqual({});
    // What was built of a file that is gone is gone, too.
    workspace.remove('packages/core/src/old.ts');
    expect(Object.keys(await agrees())).toEqual(['packages/shell/src/index.ts']);
  },
  LONG,
);

test('a file below a solution is judged by the solution, and only its own findings are reported', async () => {
  await using lab = await open(MONOREPO, 'typescript-v7', linked);
  const report = await judge(lab, ['packages/core/src/wrong.ts']);
  expect(report.projects).toMatchObject([{ checker: 'tsc', root: '.' }]);
  expect(Object.keys(report.files)).toEqual(['packages/core/src/wrong.ts']);
});

test.each(COMPILERS)(
  'TypeScript %s: packages and options above the workspace are found from the copy, too',
  async (_, compiler) => {
    const files: Tree = {
      '../tsconfig.base.json': JSON.stringify({ compilerOptions: OPTIONS }),
      '../node_modules/above/package.json': '{ "name": "above", "version": "1.0.0", "types": "index.d.ts" }',
      '../node_modules/above/index.d.ts': 'export declare const above: number;\n',
      'tsconfig.json':
        '{ "extends": "../tsconfig.base.json", "files": ["a.ts"], "references": [{ "path": "lib" }] }',
      'lib/tsconfig.json':
        '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "composite": true } }',
      'lib/index.ts': 'export const lib: string = "";\n',
      'a.ts':
        'import { above } from "above";\nimport { lib } from "./lib/index.js";\nexport const a: null = above;\nexport const b: null = lib;\n',
    };
    await using lab = await open(files, compiler);
    const report = await judge(lab);
    expect(report.projects).toMatchObject([{ outcome: 'complete' }]);
    expect(found(report.files)).toEqual({
      'a.ts': [
        "3:14 2322 Type 'number' is not assignable to type 'null'.",
        "4:14 2322 Type 'string' is not assignable to type 'null'.",
      ],
    });
  },
  LONG,
);

const REASONS: [title: string, files: Tree, reason: string][] = [
  [
    'writes elsewhere',
    {
      'tsconfig.json':
        '{ "compilerOptions": { "outDir": "/nowhere/out" }, "references": [{ "path": "lib" }] }',
    },
    'absolute path',
  ],
  [
    'imports from elsewhere',
    { 'a.ts': 'import "../outside.js";\n', '../outside.ts': 'export {};\n' },
    'imports from outside of the workspace',
  ],
  ['has no files', { 'tsconfig.json': '{ "include": ["none"] }' }, 'No inputs were found'],
];

test.each(REASONS)('a project that %s is not called clean', async (_, more, reason) => {
  const files: Tree = {
    'tsconfig.json': '{ "files": ["a.ts"], "references": [{ "path": "lib" }] }',
    'lib/tsconfig.json': '{ "compilerOptions": { "composite": true } }',
    'lib/index.ts': '',
    ...more,
  };
  await using lab = await open(files, 'typescript-v7');
  const { projects, files: told } = await judge(lab);
  expect(told).toEqual({});
  expect(projects[0]).toMatchObject({
    checker: 'tsc',
    outcome: 'incomplete',
    reason: expect.stringContaining(reason) as string,
  });
});

const ALONE: [title: string, files: Tree, findings: Record<string, string[]>][] = [
  [
    'a plain project, of which tsconfig.test.json is not asked for',
    {
      'tsconfig.json': '{ "include": ["src"] }',
      'tsconfig.test.json': '{ "include": ["test"] }',
      'src/a.ts': 'export const a: string = 1;\n',
      'test/b.ts': 'export const b: string = 1;\n',
    },
    { 'src/a.ts': ["1:14 2322 Type 'number' is not assignable to type 'string'."] },
  ],
  [
    'JavaScript that is checked',
    {
      'jsconfig.json': '{ "compilerOptions": { "checkJs": true } }',
      'a.js': '/** @type {string} */\nexport const a = 1;\n',
    },
    { 'a.js': ["2:14 2322 Type 'number' is not assignable to type 'string'."] },
  ],
  [
    'an option that there is not',
    { 'tsconfig.json': '{\n  "compilerOptions": {\n    "strickt": true\n  }\n}\n', 'a.ts': '' },
    { 'tsconfig.json': ["3:5 5023 Unknown compiler option 'strickt'."] },
  ],
];

test.each(ALONE)('judged without a build: %s', async (_, files, findings) => {
  await using lab = await open(files, 'typescript-v7');
  expect(found((await judge(lab)).files)).toEqual(findings);
});

test.each(COMPILERS)(
  'TypeScript %s: a file that its project leaves out is not called clean; one that it reaches by a link is',
  async (_, compiler) => {
    const compilerOptions = OPTIONS;
    const files: Tree = {
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
      'src/a.ts': '',
      'left out.ts': 'export const a: string = 1;\n',
      'linked.ts': '',
    };
    await using lab = await open(files, compiler, (workspace) => {
      symlinkSync('../linked.ts', workspace.path('src/b.ts'));
      return workspace.root;
    });
    const outcomes = async (path: string): Promise<string[]> =>
      (await judge(lab, [path])).projects.map(({ outcome, reason }) =>
        [outcome, reason ?? []].flat().join(' '),
      );
    expect(await outcomes('left out.ts')).toEqual(['incomplete left out.ts is none of its files']);
    // Those who ask at once share a run of the compiler.
    const outcomesOf = (...paths: string[]): Promise<[path: string, outcomes: string[]][]> =>
      Promise.all(paths.map(async (path) => [path, await outcomes(path)]));
    for (const [path, said] of await outcomesOf('src/a.ts', 'linked.ts', 'src', '.'))
      expect([path, said]).toEqual([path, ['complete']]);
    lab.workspace.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions, include: ['src'], references: [{ path: 'lib' }] }),
    );
    lab.workspace.write(
      'lib/tsconfig.json',
      JSON.stringify({ compilerOptions: { ...compilerOptions, composite: true }, files: ['index.ts'] }),
    );
    lab.workspace.write('lib/index.ts', 'export {};\n');
    for (const [path, said] of await outcomesOf('left out.ts', 'lib/index.ts', 'src/a.ts', 'linked.ts')) {
      expect([path, said]).toEqual([
        path,
        [path === 'left out.ts' ? 'incomplete left out.ts is none of its files' : 'complete'],
      ]);
    }
  },
  LONG,
);
