import { afterEach, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ignoredGap } from '../../src/backend/not-made.ts';
import { cleanUp, type Entry, workspace } from './workspace.ts';

afterEach(cleanUp);

/** A row each: what git ignores, which files are there, a path that is not, and what something makes. */
const TABLE: [title: string, rules: string, files: string[], path: string, want: string | undefined][] = [
  ['a folder', '/src/client/\n', ['src/a.ts'], 'src/client/users.ts', 'src/client'],
  ['a file', 'src/schema.d.ts\n', ['src/a.ts'], 'src/schema.d.ts', 'src/schema.d.ts'],
  ['files by a part of their names', '*_pb2.py\n', ['a.py'], 'user_pb2.py', 'user_pb2.py'],
  ['another file', 'src/schema.d.ts\n', ['src/a.ts'], 'src/schemas.d.ts', undefined],
  ['all files of a compiler', '*.js\n*.d.ts\n', ['src/a.ts'], 'src/b.js', undefined],
  ['all folders', 'src/*/\n', ['src/a.ts'], 'src/client/users.ts', undefined],
  ['a file of a folder that is there', '/out/\n', ['out/a.ts'], 'out/b.ts', undefined],
  ['one of several that are made', '*_pb2.py\n', ['a.py', 'order_pb2.py'], 'user_pb2.py', undefined],
  ['a file that is there', 'a.ts\n', ['a.ts'], 'a.ts', undefined],
];

for (const [title, rules, files, path, want] of TABLE)
  test(`what git ignores and is not there is made by something: ${title}`, () => {
    const tree: Record<string, Entry> = Object.fromEntries(files.map((file) => [file, '']));
    const root = workspace({ '.git/HEAD': '', '.gitignore': rules, ...tree });
    const gap = ignoredGap([join(root, path)], [], root);
    expect(gap?.slice(root.length + 1)).toBe(want);
  });

test('outside of a repository, and of the workspace, nothing is known to be made', () => {
  const root = workspace({ '.gitignore': 'out/\n' });
  expect(ignoredGap([join(root, 'out/a.ts')], [], root)).toBeUndefined();
});

test('a folder that an import does not say counts where a rule means this one', () => {
  const made = (rules: string): string | undefined => {
    const root = workspace({ '.git/HEAD': '', '.gitignore': rules, 'src/a.ts': '' });
    return ignoredGap([join(root, 'src/build.ts')], [join(root, 'src/build/index.ts')], root)?.slice(
      root.length + 1,
    );
  };
  expect([made('/src/build/\n'), made('build/\n'), made('build\n')]).toEqual([
    'src/build',
    undefined,
    undefined,
  ]);
});

test('what git holds was moved or deleted, and is made by nothing', () => {
  const entry = Buffer.alloc(80);
  entry.writeUInt16BE('src/build/a.ts'.length, 60);
  entry.write('src/build/a.ts', 62, 'latin1');
  const index = Buffer.concat([Buffer.from('DIRC'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 1]), entry]);
  const root = workspace({ '.git/HEAD': '', '.gitignore': '/src/build/\n', 'src/a.ts': '' });
  const gap = (): string | undefined => ignoredGap([join(root, 'src/build/a.ts')], [], root);
  expect(gap()).toBe(join(root, 'src/build'));
  writeFileSync(join(root, '.git/index'), index);
  expect(gap()).toBeUndefined();
});
