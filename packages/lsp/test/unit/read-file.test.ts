import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  mkdtempSync,
  openSync,
  closeSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isExecutable, isFile, isReadable, readText, startOf } from '../../src/backend/program/files.ts';
import { moduleText } from '../../src/languages/rust/modules.ts';
import { gitFolderOf } from '../../src/support/git-folder.ts';
import {
  isFolder,
  readBytes,
  readBytesSoon,
  readHandle,
  readOpen,
  readTextFile,
  SETTINGS_BYTES,
  statOf,
} from '../../src/support/read-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-file-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const file = (name: string, content = ''): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** Both readers say the same. */
async function read(path: string, most: number): Promise<string> {
  const [now, soon] = [readBytes(path, most), await readBytesSoon(path, most)];
  expect(soon).toEqual(now);
  return now.kind === 'bytes'
    ? `bytes ${now.bytes.toString()}`
    : now.kind === 'none'
      ? 'none'
      : `unreadable: ${now.reason}`;
}

test('a file is read up to the bytes that its reader takes, and one more is unreadable, never empty', async () => {
  const path = file('a', 'four');
  expect([await read(path, 4), await read(path, 3)]).toEqual([
    'bytes four',
    'unreadable: it has more than 3 bytes',
  ]);
  expect([
    await read(file('empty'), 0),
    readTextFile(path, 3).kind,
    readText(path, 3),
    readText(path, 4),
  ]).toEqual(['bytes ', 'unreadable', undefined, 'four']);
  const fd = openSync(path, 'r');
  expect(() => readOpen(fd, 3)).toThrow('more than 3 bytes');
  expect(readOpen(fd, 4).toString()).toBe('four');
  closeSync(fd);
  await using handle = await open(path, 'r');
  expect(readHandle(handle, 3)).rejects.toThrow('more than 3 bytes');
});

test('what is no file is none, and what is no regular one is unreadable and not waited for', async () => {
  expect([await read(join(folder, 'gone'), 9), await read(join(file('a'), 'below'), 9)]).toEqual([
    'none',
    'none',
  ]);
  expect(await read(folder, 9)).toBe('unreadable: it is not a regular file');
  if (process.platform === 'win32') return;
  Bun.spawnSync(['mkfifo', join(folder, 'pipe')]);
  symlinkSync('/dev/zero', join(folder, 'endless'));
  for (const name of ['pipe', 'endless']) {
    expect(await read(join(folder, name), SETTINGS_BYTES)).toBe('unreadable: it is not a regular file');
    expect([isReadable(join(folder, name)), startOf(join(folder, name), 9).length]).toEqual([false, 0]);
  }
});

test.if(process.platform === 'linux')('files of the system, which have no size, are read', () => {
  expect(readTextFile('/proc/self/stat', SETTINGS_BYTES)).toMatchObject({
    kind: 'text',
    text: expect.stringMatching(/^\d+ \(/),
  });
});

test.if(process.platform === 'linux')(
  'what the system makes up without an end is read up to the bytes that its reader takes',
  async () => {
    // git can carry the link. A regular file for `stat`, of 256 GiB.
    symlinkSync('/proc/self/pagemap', join(folder, 'endless'));
    expect(await read(join(folder, 'endless'), SETTINGS_BYTES)).toBe(
      `unreadable: it has more than ${SETTINGS_BYTES} bytes`,
    );
  },
);

test('whether a file can be read is asked without reading it', () => {
  const path = file('program.js', 'x');
  truncateSync(path, 2 ** 33);
  const before = process.memoryUsage.rss();
  expect(isReadable(path)).toBe(true);
  expect(process.memoryUsage.rss() - before).toBeLessThan(2 ** 28);
  expect(startOf(path, 1).toString()).toBe('x');
  if (process.getuid?.() === 0 || process.platform === 'win32') return;
  chmodSync(path, 0);
  expect(isReadable(path)).toBe(false);
});

test('a look at a path that cannot be looked at never throws: a file in the place of a folder, links in a circle', () => {
  const below = join(file('swap'), 'below');
  symlinkSync('circle', join(folder, 'circle'));
  symlinkSync('.git', join(folder, '.git'));
  for (const path of [below, join(folder, 'circle'), join(folder, 'none'), 'a\0b'])
    expect([statOf(path), isFolder(path), isFile(path), isExecutable(path), moduleText(path, true)]).toEqual([
      undefined,
      false,
      false,
      false,
      undefined,
    ]);
  for (const root of [folder, join(folder, 'swap'), join(folder, 'circle')])
    expect(gitFolderOf(root)).toBeUndefined();
});
