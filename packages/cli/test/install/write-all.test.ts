import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers, writeAll } from '../../src/install/write-all.js';
import { folderOf } from '../support/io.js';

test('a failure between two exchanges puts everything back: texts, new files, folders, identities', () => {
  const folder = folderOf({ 'a.txt': 'a', 'b.txt': 'b' });
  const [a, b, made] = ['a.txt', 'b.txt', 'new/folder/c.txt'].map((path) => join(folder, path)) as [
    string,
    string,
    string,
  ];
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
  expect([readFileSync(join(folder, 'a.txt'), 'utf8'), readdirSync(folder)]).toEqual([
    'a',
    ['a.txt', 'b.txt'],
  ]);
});

test('a folder that another process uses by now stays, and is no trouble', () => {
  const folder = folderOf({ 'b.txt': 'changed' });
  const made = {
    path: join(folder, 'new', 'a.txt'),
    before: undefined,
    get after() {
      if (existsSync(join(folder, 'new'))) writeFileSync(join(folder, 'new', 'other.txt'), '');
      return 'a';
    },
  };
  const result = writeAll([made, { path: join(folder, 'b.txt'), before: 'b', after: 'B' }]);
  expect(result).toEqual({ kind: 'failed', reason: `${join(folder, 'b.txt')}: it was changed meanwhile` });
  expect(readdirSync(join(folder, 'new'))).toEqual(['other.txt']);
});

test('a link is not written', () => {
  const folder = folderOf({ 'a.txt': 'a' });
  symlinkSync(join(folder, 'a.txt'), join(folder, 'link'));
  expect(writeAll([{ path: join(folder, 'link'), before: 'a', after: 'A' }])).toMatchObject({
    kind: 'failed',
  });
  expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
});

test('a file that comes twice has its last text, or its first after a failure', () => {
  const folder = folderOf({ 'a.txt': 'a' });
  const a = join(folder, 'a.txt');
  const twice = [
    { path: a, before: 'a', after: 'b' },
    { path: a, before: 'b', after: 'c' },
  ];
  const missing = { path: join(folder, 'missing'), before: undefined, after: undefined };
  expect(writeAll([...twice, missing])).toEqual({ kind: 'written' });
  expect([readFileSync(a, 'utf8'), readdirSync(folder)]).toEqual(['c', ['a.txt']]);
  const gone = { path: a, before: 'e', after: undefined };
  expect(
    writeAll([{ path: a, before: 'c', after: 'd' }, { path: a, before: 'd', after: undefined }, gone]),
  ).toMatchObject({ kind: 'failed' });
  expect([readFileSync(a, 'utf8'), readdirSync(folder)]).toEqual(['c', ['a.txt']]);
});

test('what a process that is gone has left beside a file is removed, and nothing else', () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const kept = [
    '.a.txt.1-0123456789ab.tmp',
    `.a.txt.${process.pid}-0123456789ab.tmp`,
    '.a.txt.tmp',
    `.b.txt.${gone}-0123456789ab.tmp`,
    'a.txt',
  ];
  const folder = folderOf(
    Object.fromEntries([...kept, `.a.txt.${gone}-0123456789ab.tmp`].map((name) => [name, ''])),
  );
  removeLeftovers(join(folder, 'a.txt'));
  removeLeftovers(join(folder, 'missing', 'a.txt'));
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
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

test.skipIf(process.platform === 'win32')(
  'nobody else can write what is new, under any umask; what was there keeps its permissions, folders too',
  () => {
    const folder = folderOf({ 'open.txt': 'a' });
    mkdirSync(join(folder, 'theirs'));
    chmodSync(join(folder, 'theirs'), 0o777);
    chmodSync(join(folder, 'open.txt'), 0o666);
    const before = process.umask(0);
    try {
      const result = writeAll([
        { path: join(folder, 'open.txt'), before: 'a', after: 'A' },
        { path: join(folder, 'theirs/new.txt'), before: undefined, after: 'n' },
        { path: join(folder, 'made/below/new.txt'), before: undefined, after: 'n' },
        { path: join(folder, 'own/below/secret.txt'), before: undefined, after: 's', isPrivate: true },
      ]);
      expect(result).toEqual({ kind: 'written' });
    } finally {
      process.umask(before);
    }
    const modes = Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => [
        path,
        (statSync(join(folder, path)).mode & 0o777).toString(8),
      ]),
    );
    expect(modes).toEqual({
      'open.txt': '666',
      theirs: '777',
      'theirs/new.txt': '644',
      made: '755',
      'made/below': '755',
      'made/below/new.txt': '644',
      own: '700',
      'own/below': '700',
      'own/below/secret.txt': '600',
    });
  },
);
