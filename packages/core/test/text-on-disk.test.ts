import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textOnDisk } from '../src/lsp/text-on-disk.js';
import { folderOf } from './support/folders.js';

it.each<[what: string, content: string | Buffer, found: unknown]>([
  ['a text', 'é\r\n', { kind: 'text', text: 'é\r\n' }],
  ['an empty one', '', { kind: 'text', text: '' }],
  ['one with a byte order mark', '\uFEFFa', { kind: 'text', text: 'a' }],
  ['what is no UTF-8', Buffer.from([0xff, 0xfe, 0]), { kind: 'unknown' }],
  ['what is too large', 'x'.repeat(1024 * 1024 + 1), { kind: 'unknown' }],
])('reads %s', async (_, content, found) => {
  const file = join(folderOf(), 'a');
  writeFileSync(file, content);
  expect(await textOnDisk(file)).toEqual(found);
});

it('is distinguished from what is not there', async () => {
  const folder = folderOf();
  mkdirSync(join(folder, 'folder'));
  expect(await textOnDisk(join(folder, 'none'))).toEqual({ kind: 'absent' });
  expect(await textOnDisk(join(folder, 'folder'))).toEqual({ kind: 'unknown' });
});

it.skipIf(process.platform === 'win32')(
  'does not read from a pipe, into which nobody may ever write',
  async () => {
    const pipe = join(folderOf(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await textOnDisk(pipe)).toEqual({ kind: 'unknown' });
  },
);
