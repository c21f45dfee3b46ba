import { describe, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNestedWorkTree } from '../../src/support/git-folder.ts';
import { WorkTrees } from '../../src/engine/base/work-trees.ts';
import { Workspace } from '../harness/workspace.ts';
import { testWith } from '../real/needs.ts';
import { addWorkTree } from '../harness/work-trees.ts';

/** Neither the user's settings nor the machine's count. */
const ENV = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const SETTINGS = ['protocol.file.allow=always', 'user.name=a', 'user.email=a@a.a', 'commit.gpgsign=false'];

function git(cwd: string, ...args: string[]): void {
  mkdirSync(cwd, { recursive: true });
  const settings = SETTINGS.flatMap((one) => ['-c', one]);
  execFileSync('git', [...settings, ...args], { cwd, env: ENV, stdio: 'ignore' });
}

/** A repository with a commit. */
function repository(folder: string, ...init: string[]): void {
  git(folder, 'init', ...init);
  git(folder, 'commit', '--allow-empty', '-m', 'one');
}

interface Case {
  readonly title: string;
  readonly make: (root: string) => void;
  /** The workspace, where that is not all. */
  readonly opened?: string;
  /** Folders, and whether each is a work tree inside of another one of its repository. */
  readonly want: Record<string, boolean>;
}

const CASES: Case[] = [
  {
    title: 'work trees of the repository around them, at any depth',
    make: (root) => {
      repository(root);
      git(root, 'worktree', 'add', '.worktrees/x');
      git(root, 'worktree', 'add', '.claude/worktrees/y');
      git(join(root, '.worktrees/x'), 'worktree', 'add', 'inner');
    },
    want: { '.': false, '.worktrees/x': true, '.claude/worktrees/y': true, '.worktrees/x/inner': true },
  },
  {
    title: 'not one beside the repository, though one in it is',
    make: (root) => {
      repository(join(root, 'main'));
      git(join(root, 'main'), 'worktree', 'add', '../beside');
      git(join(root, 'beside'), 'worktree', 'add', 'inner');
    },
    want: { beside: false, main: false, 'beside/inner': true },
  },
  {
    title: 'not a submodule, also in a work tree; a work tree of a submodule that is in it',
    make: (root) => {
      repository(join(root, 'other'));
      repository(join(root, 'main'));
      const main = join(root, 'main');
      git(main, 'submodule', 'add', '../other', 'sub');
      git(main, 'commit', '-m', 'sub');
      git(main, 'worktree', 'add', 'wt');
      git(join(main, 'wt'), 'submodule', 'update', '--init');
      git(join(main, 'sub'), 'worktree', 'add', 'wt');
    },
    want: { 'main/sub': false, 'main/wt': true, 'main/wt/sub': false, 'main/sub/wt': true },
  },
  {
    title: 'not a clone, also one of the repository around it',
    make: (root) => {
      repository(root);
      git(root, 'clone', '.', 'clone');
    },
    want: { clone: false },
  },
  {
    title: 'not those beside each other in a bare repository: nothing else is there',
    make: (root) => {
      repository(join(root, 'seed'));
      git(root, 'clone', '--bare', 'seed', 'hidden/.bare');
      execFileSync('sh', ['-c', 'echo "gitdir: ./.bare" > .git'], { cwd: join(root, 'hidden') });
      git(root, 'clone', '--bare', 'seed', 'plain/.git');
      for (const folder of ['hidden', 'plain']) {
        git(join(root, folder), 'worktree', 'add', 'main');
        git(join(root, folder, 'main'), 'worktree', 'add', 'inner', '-b', 'inner');
      }
    },
    want: { 'hidden/main': false, 'hidden/main/inner': true, 'plain/main': false, 'plain/main/inner': true },
  },
  {
    title: 'of a repository with its folder elsewhere',
    make: (root) => {
      repository(join(root, 'main'), `--separate-git-dir=${join(root, 'elsewhere')}`);
      git(join(root, 'main'), 'worktree', 'add', 'wt');
    },
    want: { main: false, 'main/wt': true },
  },
  ...['.worktrees', '.claude/worktrees', 'trees # of mine'].map((folder) => ({
    title: `not those of a repository around a workspace that is the folder for them: ${folder}`,
    make: (root: string) => {
      repository(root);
      git(root, 'worktree', 'add', `${folder}/a`);
      git(root, 'worktree', 'add', '-b', 'b', `${folder}/b c #`);
      git(join(root, folder, 'a'), 'worktree', 'add', `${folder}/inner`);
    },
    opened: folder,
    want: { [`${folder}/a`]: false, [`${folder}/b c #`]: false, [`${folder}/a/${folder}/inner`]: true },
  })),
  {
    title: 'those below a workspace that is a part of the repository, and of each of them',
    make: (root) => {
      repository(root);
      mkdirSync(join(root, 'part'));
      writeFileSync(join(root, 'part/a.ts'), '');
      git(root, 'add', 'part');
      git(root, 'commit', '-m', 'part');
      git(root, 'worktree', 'add', 'part/wt/x');
    },
    opened: 'part',
    want: { 'part/wt/x': true },
  },
  {
    title: 'those below a workspace that is a work tree itself',
    make: (root) => {
      repository(root);
      git(root, 'worktree', 'add', '.worktrees/a');
      git(join(root, '.worktrees/a'), 'worktree', 'add', '.worktrees/b');
    },
    opened: '.worktrees/a',
    want: { '.worktrees/a/.worktrees/b': true },
  },
  {
    title: 'one that git no longer knows',
    make: (root) => {
      repository(root);
      git(root, 'worktree', 'add', 'wt');
      rmSync(join(root, '.git/worktrees'), { recursive: true });
    },
    want: { wt: true },
  },
];

describe('REQ-BOUNDARY-010: which folders of git are copies', () => {
  const define = testWith('git');
  for (const { title, make, opened = '.', want } of CASES)
    define(title, () => {
      using workspace = new Workspace();
      make(workspace.root);
      const found = Object.keys(want).map((folder) => [
        folder,
        isNestedWorkTree(workspace.path(folder), workspace.path(opened)),
      ]);
      expect(Object.fromEntries(found)).toEqual(want);
      return Promise.resolve();
    });
});

test('REQ-BOUNDARY-010: an added workspace of jj is one, beside git or without', () => {
  using workspace = new Workspace({
    '.jj/repo/store': '',
    'inner/.jj/repo': '../../.jj/repo',
    'other/.jj/repo/store': '',
  });
  expect(
    ['inner', 'other'].map((folder) => isNestedWorkTree(workspace.path(folder), workspace.root)),
  ).toEqual([true, false]);
});

describe('the work trees of a workspace', () => {
  test('are known around a file, and the root is none of them', () => {
    using workspace = new Workspace({ 'a.ts': '' });
    addWorkTree(workspace, 'wt/x');
    const trees = new WorkTrees(workspace.root);
    expect(trees.around(workspace.path('a.ts'))).toBeUndefined();
    expect(trees.around(workspace.path('wt/a.ts'))).toBeUndefined();
    expect(trees.around(workspace.path('wt/x/src/a.ts'))).toBe(workspace.path('wt/x'));
    // A workspace that is one itself.
    const inner = new WorkTrees(workspace.path('wt/x'));
    expect(inner.around(workspace.path('wt/x/src/a.ts'))).toBeUndefined();
    expect(inner.isNested(workspace.path('wt/x'), new Set(['.git']))).toBe(false);
  });

  test('count once somebody works there', () => {
    using workspace = new Workspace();
    addWorkTree(workspace, 'wt/x');
    const trees = new WorkTrees(workspace.root);
    const file = workspace.path('wt/x/src/a.ts');
    expect([trees.isElsewhere(file), trees.workedAround(file)]).toEqual([true, undefined]);
    expect(trees.work([file, workspace.path('a.ts')])).toEqual([workspace.path('wt/x')]);
    expect(trees.work([file])).toEqual([]);
    expect([trees.isElsewhere(file), trees.workedAround(file)]).toEqual([false, workspace.path('wt/x')]);
  });
});

describe('REQ-BOUNDARY-010: which files are copies of those around one', () => {
  const define = testWith('git');
  define('beside a repository, in a bare one, and of a submodule there', async () => {
    await using workspace = new Workspace();
    const { root } = workspace;
    repository(join(root, 'other'));
    repository(join(root, 'seed'));
    git(join(root, 'seed'), 'submodule', 'add', '../other', 'sub');
    git(join(root, 'seed'), 'commit', '-m', 'sub');
    git(join(root, 'seed'), 'worktree', 'add', '../beside');
    git(join(root, 'beside'), 'submodule', 'update', '--init');
    git(join(root, 'seed'), 'worktree', 'add', 'inner');
    git(root, 'clone', '--bare', 'seed', 'bare/.git');
    for (const name of ['one', 'two']) git(join(root, 'bare'), 'worktree', 'add', name);
    const trees = new WorkTrees(root);
    const copiesOf = (file: string): string[] =>
      ['other', 'seed', 'seed/sub', 'seed/inner', 'beside', 'beside/sub', 'bare/one', 'bare/two'].filter(
        (folder) => trees.besideFile(join(root, file))(join(root, folder, 'deep/a.c')),
      );
    expect(copiesOf('seed/x/a.c')).toEqual(['seed/inner', 'beside', 'beside/sub']);
    expect(copiesOf('seed/sub/a.c')).toEqual(['seed/inner', 'beside', 'beside/sub']);
    expect(copiesOf('beside/a.c')).toEqual(['seed', 'seed/sub', 'seed/inner']);
    expect(copiesOf('bare/one/a.c')).toEqual(['seed/inner', 'bare/two']);
    expect(copiesOf('other/a.c')).toEqual(['seed/inner']);
    expect(copiesOf('a.c')).toEqual(['seed/inner']);
  });
});
