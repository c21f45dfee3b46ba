import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fromBytes, fromScalars, inUtf16 } from '../../../src/compiler/columns.ts';

const LINE = "x = '😀é'; y";

test.each([
  ['a column before anything wide', 5, 5, 5],
  ['behind an emoji', 7, 10, 8],
  ['at the end', 12, 16, 13],
  ['behind the end', 14, 18, 15],
])('%s', (_, scalars, bytes, utf16) => {
  expect([fromScalars(LINE, scalars), fromBytes(LINE, bytes)]).toEqual([utf16, utf16]);
});

test('REQ-FMT-080: columns count UTF-16 code units by the text on disk; without it they stay as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'columns-'));
  try {
    const path = join(folder, 'a b.py');
    writeFileSync(path, `first\n${LINE}\r\n`);
    const finding = { path, line: 2, character: 9, endLine: 2, endCharacter: 12, severity: 'error' as const, message: 'm' };
    expect(await inUtf16([{ ...finding, columns: 'scalars' }, finding, { ...finding, path: join(folder, 'gone'), columns: 'bytes' }])).toEqual([
      { ...finding, character: 10, endCharacter: 13 },
      finding,
      { ...finding, path: join(folder, 'gone') },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
