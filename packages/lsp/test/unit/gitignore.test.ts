import { describe, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { IgnoredFiles } from '../../src/engine/disk/ignored-files.ts';
import { Workspace as Boundary } from '../../src/engine/base/workspace.ts';
import { type Tree, Workspace } from '../harness/workspace.ts';

const hasGit = Bun.which('git') !== null;

/** Neither the user's settings nor the machine's count. */
const QUIET = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...QUIET } });
}

/** Those of the files that git would not show as new, and those that we leave out. */
function ignored(workspace: Workspace, files: readonly string[]): { git: string[]; ours: string[] } {
  const shown = git(workspace.root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split(
    '\0',
  );
  const own = new IgnoredFiles(new Boundary(workspace.root));
  const boundary = new Boundary(workspace.root);
  return {
    git: files.filter((file) => !shown.includes(file)),
    ours: files.filter((file) => own.has(boundary.walked(workspace.path(file)))),
  };
}

/** A row each: what the files with rules say, the files, and which of them are ignored. */
const TABLE: [title: string, rules: Tree, files: string[], want: string[]][] = [
  ['a name anywhere', { '.gitignore': 'out\n' }, ['out/a', 'b/out', 'outer'], ['out/a', 'b/out']],
  ['a folder alone', { '.gitignore': 'out/\n' }, ['out/a', 'b/out'], ['out/a']],
  ['an anchored path', { '.gitignore': '/a/b\n' }, ['a/b', 'c/a/b'], ['a/b']],
  ['a path with a slash in it', { '.gitignore': 'a/b\n' }, ['a/b', 'c/a/b'], ['a/b']],
  [
    'stars',
    { '.gitignore': '*.log\nx*y*z\n' },
    ['a.log', 'b/c.log', 'x1y2z', 'x1y2'],
    ['a.log', 'b/c.log', 'x1y2z'],
  ],
  [
    'any folders',
    { '.gitignore': '**/x/y\na/**/b\nc/**\n' },
    ['d/x/y', 'x/y', 'a/b', 'a/e/f/b', 'c/g'],
    ['d/x/y', 'x/y', 'a/b', 'a/e/f/b', 'c/g'],
  ],
  ['what is taken back', { '.gitignore': '*.ts\n!keep.ts\n' }, ['a.ts', 'keep.ts', 'b/keep.ts'], ['a.ts']],
  [
    'nothing is taken back of an ignored folder',
    { '.gitignore': 'out/\n!out/keep\n' },
    ['out/keep'],
    ['out/keep'],
  ],
  [
    'all but one',
    { '.gitignore': '/*\n!/src/\n' },
    ['a', 'b/c', 'src/d', '.gitignore'],
    ['a', 'b/c', '.gitignore'],
  ],
  [
    'the inner file decides',
    { '.gitignore': '*.ts\n', 'in/.gitignore': '!b.ts\n/c\n' },
    ['a.ts', 'in/b.ts', 'in/c', 'c'],
    ['a.ts', 'in/c'],
  ],
  [
    'sets',
    { '.gitignore': 'a[0-9]\nb[!x]\n[[:alpha:]]1\n' },
    ['a1', 'ab', 'bx', 'by', 'z1', '11'],
    ['a1', 'by', 'z1'],
  ],
  [
    'escapes, comments, blanks',
    { '.gitignore': '# c\n\\#d\n\\!e\nf  \ng\\ \n' },
    ['c', '#d', '!e', 'f', 'g '],
    ['#d', '!e', 'f', 'g '],
  ],
  ['lines of Windows', { '.gitignore': 'a\r\nb/\r\n' }, ['a', 'b/c'], ['a', 'b/c']],
  ['a mark of byte order', { '.gitignore': '\uFEFFa\n' }, ['a'], ['a']],
];

describe.skipIf(!hasGit)('files that git ignores', () => {
  test.each(TABLE)('%s', (_, rules, files, want) => {
    using workspace = new Workspace({ ...Object.fromEntries(files.map((file) => [file, ''])), ...rules });
    git(workspace.root, 'init', '-q');
    const found = ignored(workspace, files);
    expect(found).toEqual({ git: want, ours: want });
  });

  test('whatever the rules are', () => {
    const name = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '?', '[ab]', '**');
    const rule = fc
      .tuple(
        fc.constantFrom('', '!'),
        fc.constantFrom('', '/'),
        fc.array(name, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '/'),
      )
      .map(([taken, anchor, names, end]) => taken + anchor + names.join('/') + end);
    const files = ['a', 'b', 'c', 'ab'].flatMap((top) => [
      `${top}.x`,
      `${top}/a`,
      `${top}/b`,
      `${top}/c/a`,
      `${top}/ab/b`,
    ]);
    using workspace = new Workspace(Object.fromEntries(files.map((file) => [file, ''])));
    git(workspace.root, 'init', '-q');
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), fc.array(rule, { maxLength: 2 }), (outer, inner) => {
        workspace.write('.gitignore', outer.join('\n'));
        workspace.write('a/.gitignore', inner.join('\n'));
        const found = ignored(workspace, files);
        expect(found.ours).toEqual(found.git);
      }),
      { numRuns: 60 },
    );
  });

  test('a file that the repository holds is not ignored, whatever the version of its index', () => {
    for (const version of [2, 3, 4]) {
      using workspace = new Workspace({
        '.gitignore': 'out/\n*.gen\n',
        'out/a': '',
        'out/b': '',
        'in/c.gen': '',
        'in/d.gen': '',
      });
      git(workspace.root, 'init', '-q');
      git(workspace.root, 'add', '-f', 'out/b', 'in/d.gen', '.gitignore');
      git(workspace.root, 'update-index', '--index-version', String(version));
      expect(ignored(workspace, ['out/a', 'out/b', 'in/c.gen', 'in/d.gen'])).toEqual({
        git: ['out/a', 'in/c.gen'],
        ours: ['out/a', 'in/c.gen'],
      });
    }
  });
});
