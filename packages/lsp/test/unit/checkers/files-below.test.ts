import { afterEach, expect, test } from 'bun:test';
import { relative } from 'node:path';

import { Workspace } from '../../../src/engine/base/workspace.ts';
import { filesBelow } from '../../../src/engine/project/project-checker-files.ts';
import { cleanUp, workspace } from '../../registry/workspace.ts';

afterEach(cleanUp);

const tooLarge = (root: string) => ({
  disk: { isWhole: false, files: () => new Map() },
  workspace: new Workspace(root),
});
const ENDINGS = new Set(['.ts', 'tsconfig.json']);

const TREE = {
  'tsconfig.json': '',
  'a b/tsconfig.json': '',
  'a b/x.ts': '',
  'a b/deep/y.TS': '',
  'a b/deep/z.js': '',
  'node_modules/p/tsconfig.json': '',
  '.git/tsconfig.json': '',
  'cache/CACHEDIR.TAG': '',
  'cache/tsconfig.json': '',
  'venv/pyvenv.cfg': '',
  'venv/lib/tsconfig.json': '',
  '.git/worktrees/x/commondir': '../..',
  'wt/x/.git': 'gitdir: ../../.git/worktrees/x',
  'wt/x/tsconfig.json': '',
};

test('where the workspace is too large to know, the folder that was asked about is looked through as the index would be', async () => {
  const root = workspace(TREE);
  const below = await filesBelow(tooLarge(root), root, ENDINGS);
  const named = (...endings: string[]): string[] =>
    below
      .named(endings)
      .map((path) => relative(root, path))
      .sort();
  expect([named('tsconfig.json'), named('.ts'), named('.js'), below.isAll]).toEqual([
    ['a b/tsconfig.json', 'tsconfig.json'],
    ['a b/deep/y.TS', 'a b/x.ts'],
    [],
    true,
  ]);
});

test('and no further than that many folders', async () => {
  const root = workspace({ 'a/x.ts': '', 'a/b/y.ts': '' });
  const below = await filesBelow(tooLarge(root), root, ENDINGS, 2);
  expect([below.named(['.ts']).length, below.isAll]).toEqual([1, false]);
});
