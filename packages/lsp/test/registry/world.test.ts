import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';

import { createSearch } from '../../src/backend/program/search.ts';
import { rustWorld } from '../../src/languages/rust/world.ts';
import { isOfArgument } from '../../src/languages/typescript/arguments.ts';
import { ecmascriptPackages } from '../../src/languages/typescript/packages.ts';
import { typescriptWorld } from '../../src/languages/typescript/world.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import type { Diagnostic } from '../../src/types.ts';
import { cleanUp, type Entry, workspace } from './workspace.ts';

afterEach(cleanUp);

const finding = (code: number, message: string): Diagnostic => ({
  ...{ file: 'src/a.ts', line: 1, character: 1, severity: 'error', code, message },
});
const notFound = (module: string): Diagnostic =>
  finding(2307, `Cannot find module '${module}' or its corresponding type declarations.`);

/** `file what -> command`, and the words of what follows. */
function holes(files: Record<string, Entry>, findings: readonly Diagnostic[], file = 'src/a.ts'): unknown[] {
  const root = workspace({ ...files, [file]: '' });
  const search = createSearch({ workspaceRoot: root, node: process.execPath });
  const look = { search, filesOf: () => Object.keys(files).map((name) => join(root, name)), text: () => '' };
  return typescriptWorld
    .holes(join(root, file) as AdmittedPath, findings, look)
    .map(({ file: at, what, command, findings: following }) => [
      `${at.slice(root.length + 1)} ${what} -> ${command ?? 'nothing'}`,
      following.map(({ message }) => /'([^']+)'/.exec(message)?.[1] ?? message),
    ]);
}

const manifest = (...names: string[]): string =>
  JSON.stringify({ devDependencies: Object.fromEntries(names.map((name) => [name, '*'])) });
const installed = (...names: string[]): Record<string, Entry> =>
  Object.fromEntries(names.map((name) => [`node_modules/${name}/package.json`, JSON.stringify({ name })]));

describe('a configuration', () => {
  test('that extends a package which is declared and not installed', () => {
    expect(
      holes(
        {
          'package.json': manifest('@tsconfig/node20'),
          'tsconfig.json': '{ "extends": "@tsconfig/node20" }',
        },
        [
          finding(17004, "Cannot use JSX unless the '--jsx' flag is provided."),
          notFound('nowhere'),
          notFound('./b'),
        ],
      ),
    ).toEqual([['tsconfig.json extends "@tsconfig/node20", which is not there -> npm install', ['--jsx']]]);
  });

  test('that extends what is there has no hole, and no error follows', () => {
    expect(
      holes(
        {
          'tsconfig.json': '{ "extends": ["./base", "one/tsconfig.json", "two"] }',
          'base.json': '{}',
          'node_modules/one/tsconfig.json': '{}',
          ...installed('two'),
          'node_modules/two/tsconfig.json': '{}',
        },
        [finding(17004, 'x')],
      ),
    ).toEqual([]);
  });

  test('that a base of its base misses, or that is no JSON', () => {
    expect(
      holes(
        { 'tsconfig.json': '{ "extends": "./base.json" }', 'base.json': '{ "extends": "../up.json" }' },
        [],
      ),
    ).toEqual([['base.json extends "../up.json", which is not there -> nothing', []]]);
    expect(holes({ 'tsconfig.json': '{ "compilerOptions": {' }, [finding(2550, 'x')])).toEqual([
      ['tsconfig.json is no valid JSON, so its options are not known -> nothing', ['x']],
    ]);
  });

  test('whose own paths count, whatever it extends', () => {
    const files = {
      'tsconfig.json': '{ "extends": "./gone.json", "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    };
    expect(holes(files, [notFound('@/typo')])).toEqual([
      ['tsconfig.json extends "./gone.json", which is not there -> nothing', []],
    ]);
  });

  test('that references a project which is not there is named, and nothing follows', () => {
    expect(
      holes({ 'tsconfig.json': '{ "references": [{ "path": "./b" }] }' }, [finding(17004, 'x')]),
    ).toEqual([['tsconfig.json references "./b", which is not there -> nothing', []]]);
  });
});

describe('what a generator makes', () => {
  test.each<[string, Record<string, Entry>, Diagnostic, string]>([
    [
      'of Nuxt',
      { 'package.json': manifest('nuxt'), ...installed('nuxt'), 'yarn.lock': '' },
      notFound('#imports'),
      'yarn nuxt prepare',
    ],
    [
      'of Astro, not installed',
      { 'package.json': manifest('astro') },
      notFound('astro:content'),
      'npm install && npx astro sync',
    ],
    [
      'of Prisma',
      { 'package.json': manifest('@prisma/client'), ...installed('@prisma/client') },
      finding(2305, `Module '"@prisma/client"' has no exported member 'PrismaClient'.`),
      'npx prisma generate',
    ],
    [
      'of React Router',
      { 'package.json': manifest('@react-router/dev'), ...installed('@react-router/dev') },
      notFound('./+types/home'),
      'npx react-router typegen',
    ],
  ])('%s', (_, files, found, command) => {
    expect(holes(files, [found]).map((hole) => String(hole).split(' -> ')[1]?.split(',')[0])).toEqual([
      command,
    ]);
  });

  test('is not blamed where it is made, where nothing declares it, or for another import', () => {
    const kit = { 'package.json': manifest('@sveltejs/kit'), ...installed('@sveltejs/kit') };
    expect(holes({ ...kit, '.svelte-kit/tsconfig.json': '{}' }, [notFound('$lib/typo')])).toEqual([]);
    expect(holes({ 'package.json': '{}' }, [notFound('$lib/a')])).toEqual([]);
    expect(
      holes(kit, [notFound('./typo'), notFound('./gone.svg'), finding(2304, "Cannot find name 'x'.")]),
    ).toEqual([]);
  });
});

test('types that are not installed are seen through names, members and modules', () => {
  const named = (code: number, message: string): readonly string[] =>
    ecmascriptPackages.missingModules({ code, message });
  expect(named(2304, "Cannot find name 'expect'.")).toContain('@types/jest');
  expect(named(2304, "Cannot find name 'setImmediate'.")).toContain('@types/node');
  expect(named(2552, "Cannot find name 'module'. Did you mean 'mode'?")).toContain('@types/node');
  expect(named(2867, "Cannot find name 'Bun'. Do you need to install type definitions for Bun?")).toContain(
    '@types/bun',
  );
  expect(named(2503, "Cannot find namespace 'NodeJS'.")).toContain('@types/node');
  expect(named(2339, "Property 'env' does not exist on type 'ImportMeta'.")).toContain('vite');
  expect(named(2339, "Property 'env' does not exist on type 'Config'.")).toEqual([]);
  expect(named(2304, "Cannot find name 'typo'.")).toEqual([]);
  expect(named(2304, "Cannot find name 'constructor'.")).toEqual([]);
});

test.each([
  ["app.get('/', (|a, b) => 1);", true],
  ["app.get('/', async (a, |b) => { return 1; });", true],
  ['list.map(|one => one);', true],
  ['on(function (|a) {});', true],
  ['on(function named({ |a }) {});', true],
  ['const load: PageLoad = ({ |a }) => a;', true],
  ['make({ handle: (|a) => a });', true],
  ['<div onClick={(|a) => 1} />', true],
  ['define({ a: 1, setup(|props) {} })', true],
  ['wrap(class { one(|a) {} })', false],
  ['const o = { one(|a) {} };', false],
  ['function one(|a) {}', false],
  ['const one = (|a) => a;', false],
  ['class A { one(|a) {} }', false],
  ['export default function (|a) {}', false],
])('%s: a parameter that a call types: %p', (marked, want) => {
  const before = marked.slice(0, marked.indexOf('|'));
  expect(isOfArgument(`\n${marked.replace('|', '')}`, 2, before.length + 1)).toBe(want);
});

test('Cargo says why it cannot resolve a manifest; that a crate does not compile is no hole', () => {
  const what = (output: string): string | undefined => rustWorld.holeOfProject?.(output, '/w')?.what;
  expect(
    what(
      'failed to select a version for `dep`.\npackage `x` depends on `dep` with feature `nope` but `dep` does not',
    ),
  ).toBe(
    'cannot be resolved, nothing is compiled: failed to select a version for `dep`.; package `x` depends on `dep` with feature `nope` but `dep` does not',
  );
  expect(what('could not compile `demo` due to 1 previous error')).toBeUndefined();
});
