import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAll } from '../../src/install/write-all.js';
import { folderOf } from '../support/io.js';

test('a failure between two exchanges puts everything back: texts, new files, folders, identities', () => {
  const folder = folderOf({ 'a.txt': 'a', 'b.txt': 'b' });
  const [a, b, made] = ['a.txt', 'b.txt', 'new/folder/c.txt'].map((path) => join(folder, path)) as [string, string, string];
  const identity = statSync(a).ino;
  const result = writeAll([
    { path: a, before: 'a', after: 'A' },
    { path: made, before: undefined, after: 'c' },
    { path: b, before: 'b', after: undefined },
    // Its file is gone by now.
    { path: b, before: 'b', after: 'B' },
  ]);
  expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining('ENOENT') as string });
  expect(readdirSync(folder).toSorted()).toEqual(['a.txt', 'b.txt']);
  expect([readFileSync(a, 'utf8'), readFileSync(b, 'utf8'), statSync(a).ino]).toEqual(['a', 'b', identity]);
});

test('a file that has changed since it was read is not overwritten', () => {
  const folder = folderOf({ 'a.txt': 'a', 'b.txt': 'changed' });
  const result = writeAll([
    { path: join(folder, 'a.txt'), before: 'a', after: 'A' },
    { path: join(folder, 'b.txt'), before: 'b', after: 'B' },
  ]);
  expect(result).toEqual({ kind: 'failed', reason: `${join(folder, 'b.txt')}: it was changed meanwhile` });
  expect([readFileSync(join(folder, 'a.txt'), 'utf8'), readdirSync(folder)]).toEqual(['a', ['a.txt', 'b.txt']]);
});

test('permissions are kept, and a removed file leaves nothing', () => {
  const folder = folderOf({ 'a.txt': 'a', 'b.txt': 'b' });
  writeFileSync(join(folder, 'c.txt'), 'c', { mode: 0o640 });
  const result = writeAll([
    { path: join(folder, 'c.txt'), before: 'c', after: 'C' },
    { path: join(folder, 'b.txt'), before: 'b', after: undefined },
  ]);
  expect(result).toEqual({ kind: 'written' });
  expect(readdirSync(folder)).toEqual(['a.txt', 'c.txt']);
  expect(statSync(join(folder, 'c.txt')).mode & 0o777).toBe(0o640);
});
