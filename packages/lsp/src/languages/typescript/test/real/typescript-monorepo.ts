import { mkdirSync, symlinkSync } from 'node:fs';

import type { Tree, Workspace } from '../../../../../test/harness/workspace.ts';
import { link } from '../../../../../test/real/real-lab.ts';
import { tsc, tscBuild } from '../../../../../test/real/truth.ts';

const OPTIONS = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022'],
  types: [],
  skipLibCheck: true,
};

/** Reached as `@m/NAME` by a link in the node_modules of the repository. */
function member(name: string, exports: string, config: object, sources: Tree): Tree {
  const files = {
    'package.json': JSON.stringify({ name: `@m/${name}`, type: 'module', exports }),
    'tsconfig.json': JSON.stringify(config),
    ...sources,
  };
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`packages/${name}/${path}`, text]));
}

const plain = (options: object = {}, rest: object = {}): object => ({
  compilerOptions: { ...OPTIONS, noEmit: true, ...options },
  include: ['src'],
  ...rest,
});
const composite = (...references: string[]): object => ({
  compilerOptions: { ...OPTIONS, composite: true, rootDir: 'src', outDir: 'dist' },
  include: ['src'],
  references: references.map((name) => ({ path: `../${name}` })),
});
const WITHOUT_TESTS = { exclude: ['**/*.test.ts'] };

export const BASE = 'export const answer = 1;\nexport { first } from "./list.js";\n';
export const APP =
  'import { answer } from "@m/base";\nimport { built } from "@m/built";\nexport const wanted: number = answer + built;\n';
export const CORE = 'export const core = 1;\n';
export const TEST_CONFIG = JSON.stringify({ extends: './tsconfig.json', include: ['src'], exclude: [] });

/**
 * One of each kind: exports its sources and has odd options, imports that, exports what was built, has aliases and tests that its configuration
 * leaves out, has a configuration of their own for those, two that reference each other and were never built. At the top a solution.
 */
export const MONOREPO: Tree = {
  'package.json': '{ "private": true, "type": "module", "workspaces": ["packages/*"] }',
  'tsconfig.json': JSON.stringify({
    files: [],
    references: [{ path: 'packages/core' }, { path: 'packages/shell' }],
  }),
  'scripts/release.ts': 'export function release(tag) { return tag; }\n',
  ...member('base', './src/index.ts', plain({ noUncheckedIndexedAccess: true }), {
    'src/index.ts': BASE,
    'src/list.ts': 'export function first(list: string[]): number {\n  return list[0].length;\n}\n',
  }),
  ...member('app', './src/index.ts', plain(), {
    'src/index.ts': APP,
    'src/own.ts': 'export function first(list: string[]): number {\n  return list[0].length;\n}\n',
  }),
  ...member('built', './dist/index.d.ts', plain(), {
    'src/index.ts': 'export const built: number = "one";\n',
    'dist/index.d.ts': 'export declare const built: number;\n',
  }),
  ...member('aliased', './src/index.ts', plain({ paths: { '#base/*': ['../base/src/*'] } }, WITHOUT_TESTS), {
    'src/index.ts': 'import { answer } from "#base/index.js";\nexport const wanted: number = answer;\n',
    'src/index.test.ts': 'import { answer } from "#base/index.js";\nexport const wanted: number = answer;\n',
  }),
  ...member('tested', './src/index.ts', plain({ paths: { '#own/*': ['./src/*'] } }, WITHOUT_TESTS), {
    'tsconfig.test.json': TEST_CONFIG,
    'src/index.ts': 'export const one = 1;\n',
    'src/index.test.ts': 'import { one } from "#own/index.js";\nexport const wrong: string = one;\n',
  }),
  ...member('core', './dist/index.js', composite(), {
    'src/index.ts': CORE,
    'src/strict.ts': 'export const nothing: string = null;\n',
  }),
  ...member('shell', './dist/index.js', composite('core'), {
    'src/index.ts': 'import { core } from "@m/core";\nexport const wanted: number = core;\n',
  }),
};

/** Links the packages to each other, and the compiler into the repository; returns its root. */
export function linkMonorepo(workspace: Workspace, compiler: string): string {
  link(workspace, { 'node_modules/typescript': compiler });
  mkdirSync(workspace.path('node_modules/@m'));
  for (const name of ['base', 'app', 'built', 'aliased', 'tested', 'core', 'shell'])
    symlinkSync(`../../packages/${name}`, workspace.path(`node_modules/@m/${name}`));
  return workspace.root;
}

/** Each file as its own project has it; those that reference others as a build does. Builds in the workspace. */
export async function monorepoTruth(
  workspace: Workspace,
  compiler: string,
): Promise<Record<string, string[]>> {
  const own = async (name: string, config = 'tsconfig.json'): Promise<[string, string[]][]> => {
    const found = await tsc(workspace, compiler, `packages/${name}/${config}`);
    return Object.entries(found).filter(([file]) => file.startsWith(`packages/${name}/`));
  };
  const entries = [
    ...(await own('base')),
    ...(await own('app')),
    ...(await own('built')),
    ...(await own('aliased')),
    ...(await own('tested')),
    ...(await own('tested', 'tsconfig.test.json')),
    ...Object.entries(await tscBuild(workspace, compiler, 'packages/shell')),
  ];
  return Object.fromEntries(entries);
}
