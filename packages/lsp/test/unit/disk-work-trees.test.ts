import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { createRegistry } from '../../src/backend/find-server.ts';
import { Workspace as Boundary } from '../../src/engine/base/workspace.ts';
import { DiskIndex } from '../../src/engine/disk/disk-index.ts';
import { watchFilterOf } from '../../src/engine/disk/disk-names.ts';
import { LANGUAGES } from '../../src/languages/index.ts';
import { Workspace } from '../harness/workspace.ts';
import { addWorkTree } from '../harness/work-trees.ts';

const WAYS: [title: string, watchedFrom: number][] = [
  ['swept', Infinity],
  ...(process.platform === 'linux' ? [['watched', 0] satisfies [string, number]] : []),
];

describe.each(WAYS)('a nested work tree of the same repository, %s', (_, watchedFrom) => {
  let workspace: Workspace;
  let index: DiskIndex;
  let told: string[];

  beforeEach(async () => {
    told = [];
    workspace = new Workspace({ '.gitignore': '.worktrees/\n', 'a.ts': '' });
    for (const folder of ['.worktrees/x', 'wt/y']) {
      addWorkTree(workspace, folder);
      for (const file of ['a.ts', 'b.ts']) workspace.write(`${folder}/src/${file}`, '');
    }
    index = new DiskIndex({
      workspace: new Boundary(workspace.root),
      watchFilter: watchFilterOf(createRegistry(LANGUAGES, {}), []),
      latest: () => undefined,
      knows: () => false,
      found: (changes) => {
        for (const { path, change } of changes) told.push(`${change} ${relative(workspace.root, path)}`);
      },
      log: () => undefined,
      watchedFrom,
    });
    await index.sweep();
    await index.walked;
    await index.sweep();
  });
  afterEach(() => {
    index.close();
    workspace[Symbol.dispose]();
  });

  const names = (paths: Iterable<string>): string[] =>
    [...paths].map((path) => relative(workspace.root, path)).sort();
  const own = (): string[] => names(index.files(['.ts']).keys());
  const all = (): string[] => names(index.allFiles(['.ts']).keys());
  const ignored = (): string[] => names(index.ignoredFiles(['.ts']).keys());
  const at = (path: string) => new Boundary(workspace.root).walked(workspace.path(path));

  test('REQ-BOUNDARY-010: is not looked at, nor is what a shell does there', async () => {
    expect([own(), all(), ignored(), index.isWhole]).toEqual([['a.ts'], ['a.ts'], [], true]);
    workspace.write('wt/y/src/c.ts', '');
    workspace.write('.worktrees/x/src/a.ts', '// other');
    await index.sweep();
    expect([told, all()]).toEqual([[], ['a.ts']]);
  });

  test('REQ-BOUNDARY-010: also one that a shell adds and removes', async () => {
    addWorkTree(workspace, 'wt/z');
    workspace.write('wt/z/a.ts', '');
    workspace.write('b.ts', '');
    await index.sweep();
    expect(told).toEqual(['created b.ts']);
    rmSync(workspace.path('wt/z'), { recursive: true });
    await index.sweep();
    expect([told, all()]).toEqual([['created b.ts'], ['a.ts', 'b.ts']]);
  });

  test('is a folder as others are without its `.git`', async () => {
    workspace.remove('wt/y/.git');
    await index.sweep();
    expect(own()).toEqual(['a.ts', 'wt/y/src/a.ts', 'wt/y/src/b.ts']);
  });

  test('REQ-DIAG-010: is looked at once a file in it is edited, and its files count for themselves', async () => {
    index.need([at('.worktrees/x/src/a.ts')]);
    await index.sweep();
    const there = ['.worktrees/x/src/a.ts', '.worktrees/x/src/b.ts'];
    // What the rules around it say of it is no concern of who works there.
    expect([own(), all(), ignored()]).toEqual([['a.ts'], [...there, 'a.ts'], []]);
    expect(names(index.files(['.ts'], workspace.path('.worktrees/x')).keys())).toEqual(there);
    // They were there before.
    expect(told).toEqual([]);
    workspace.write('.worktrees/x/src/b.ts', '// other');
    workspace.write('wt/y/src/b.ts', '// other');
    await index.sweep();
    expect(told).toEqual(['changed .worktrees/x/src/b.ts']);
    // The folder is another one by now.
    rmSync(workspace.path('.worktrees/x'), { recursive: true });
    workspace.write('.gitignore', '');
    workspace.write('.worktrees/x/c.ts', '');
    await index.sweep();
    expect([own(), all()]).toEqual([
      ['.worktrees/x/c.ts', 'a.ts'],
      ['.worktrees/x/c.ts', 'a.ts'],
    ]);
  });
});
