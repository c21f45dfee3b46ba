import { afterEach, expect, test } from 'bun:test';
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
    const gap = ignoredGap([join(root, path)], root);
    expect(gap?.slice(root.length + 1)).toBe(want);
  });

test('outside of a repository, and of the workspace, nothing is known to be made', () => {
  const root = workspace({ '.gitignore': 'out/\n' });
  expect(ignoredGap([join(root, 'out/a.ts')], root)).toBeUndefined();
});
