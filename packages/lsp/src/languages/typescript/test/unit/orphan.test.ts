import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { cleanUp, workspace, type Entry } from '../../../../../test/registry/workspace.ts';
import { orphanReason } from '../../orphan.ts';

afterEach(cleanUp);

const BEGINNING = 'only its syntax was checked, since no project of TypeScript holds it: ';

test.each<[files: Record<string, Entry>, file: string, config: string, says: string]>([
  [
    { 'tsconfig.json': '{ "include": ["src", "test/**/*.ts"] }' },
    'b.ts',
    'tsconfig.json',
    'tsconfig.json, the nearest, includes "src", "test/**/*.ts"',
  ],
  [
    { 'tsconfig.json': '{ "files": ["a.ts"] }' },
    'b.ts',
    'tsconfig.json',
    'tsconfig.json, the nearest, lists "a.ts"',
  ],
  [
    { 'app/tsconfig.json': '{ "exclude": ["gen"] }' },
    'app/gen/b.ts',
    'app/tsconfig.json',
    'app/tsconfig.json, the nearest, includes its folder, excludes "gen"',
  ],
  [
    {
      'tsconfig.json': '{ "files": [], "references": [{ "path": "lib" }, { "path": "tsconfig.app.json" }] }',
    },
    'b.ts',
    'tsconfig.json',
    'tsconfig.json, the nearest, only refers to "lib", "tsconfig.app.json"',
  ],
  [
    { 'tsconfig.json': '{ "extends": "./base", // why\n }', 'base.json': '{ "include": ["lib"] }' },
    'b.ts',
    'tsconfig.json',
    'tsconfig.json, the nearest, includes "lib"',
  ],
  [
    { 'tsconfig.json': '{ "extends": "./tsconfig.json" }' },
    'b.ts',
    'tsconfig.json',
    'tsconfig.json, the nearest, includes its folder',
  ],
  [
    { 'tsconfig.json': '{}' },
    'b.js',
    'tsconfig.json',
    'tsconfig.json, the nearest, takes no JavaScript (`allowJs`)',
  ],
  [
    { 'tsconfig.json': '{ "include": ["a", "b", "c", "d", "e", "f", "g"] }' },
    'x.ts',
    'tsconfig.json',
    'tsconfig.json, the nearest, includes "a", "b", "c", "d", "e" and 2 more',
  ],
  [
    { 'tsconfig.json': '{ "include": 3' },
    'x.ts',
    'tsconfig.json',
    'tsconfig.json, the nearest, includes its folder',
  ],
])('%j leaves out %s', (files, file, config, says) => {
  const root = workspace(files);
  expect(orphanReason(join(root, file), join(root, config), root)).toBe(BEGINNING + says);
});

test('configurations that extend each other many times are read once each', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const bases = all.flatMap((name) => Array.from({ length: 30 }, () => `./${name}`));
  const text = JSON.stringify({ extends: bases });
  const root = workspace({
    'tsconfig.json': text,
    ...Object.fromEntries(all.map((name) => [`${name}.json`, text])),
  });
  expect(orphanReason(join(root, 'b.ts'), join(root, 'tsconfig.json'), root)).toBe(
    `${BEGINNING}tsconfig.json, the nearest, includes its folder`,
  );
});
