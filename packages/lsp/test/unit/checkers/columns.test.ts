import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fromScalars, inUtf16 } from '../../../src/backend/output/columns.ts';

const LINE = "x = '😀é'; y";

test.each([
  ['a column before anything wide', 5, 5, 5],
  ['behind an emoji', 7, 10, 8],
  ['at the end', 12, 16, 13],
  ['behind the end', 14, 18, 15],
])('%s', async (_, scalars, bytes, utf16) => {
  expect(fromScalars(LINE, scalars)).toBe(utf16);
  const folder = mkdtempSync(join(tmpdir(), 'columns-'));
  try {
    const path = join(folder, 'a.go');
    writeFileSync(path, LINE);
    const finding = { path, line: 1, severity: 'error' as const, message: 'm' };
    expect(await inUtf16([{ ...finding, character: bytes, columns: 'bytes' }])).toEqual([
      { ...finding, character: utf16 },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('REQ-FMT-080: a byte order mark is no column, whether it was counted or not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'columns-'));
  try {
    const path = join(folder, 'a.go');
    writeFileSync(path, `\uFEFF${LINE}\n${LINE}\n`);
    const finding = { path, line: 1, character: 8, severity: 'error' as const, message: 'm' };
    const printed = [
      { ...finding, character: 9, columns: 'units' as const, countsMark: true as const },
      { ...finding, character: 13, columns: 'bytes' as const, countsMark: true as const },
      { ...finding, character: 10, columns: 'bytes' as const },
      { ...finding, character: 7, columns: 'scalars' as const },
      { ...finding, line: 2, character: 10, columns: 'bytes' as const, countsMark: true as const },
    ];
    expect(await inUtf16(printed)).toEqual([finding, finding, finding, finding, { ...finding, line: 2 }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('REQ-FMT-080: columns count UTF-16 code units by the text on disk; without it they stay as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'columns-'));
  try {
    const path = join(folder, 'a b.py');
    writeFileSync(path, `first\n${LINE}\r\n`);
    const finding = {
      path,
      line: 2,
      character: 9,
      endLine: 2,
      endCharacter: 12,
      severity: 'error' as const,
      message: 'm',
    };
    expect(
      await inUtf16([
        { ...finding, columns: 'scalars' },
        finding,
        { ...finding, path: join(folder, 'gone'), columns: 'bytes' },
      ]),
    ).toEqual([
      { ...finding, character: 10, endCharacter: 13 },
      finding,
      { ...finding, path: join(folder, 'gone') },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a source may name a device or a pipe as its file: neither is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'columns-'));
  try {
    const pipe = join(folder, 'pipe');
    expect(await Bun.spawn(['mkfifo', pipe]).exited).toBe(0);
    const printed = ['/dev/zero', pipe, folder].map((path) => ({
      path,
      line: 1,
      character: 2,
      severity: 'error' as const,
      message: 'm',
      columns: 'bytes' as const,
    }));
    expect((await inUtf16(printed)).map(({ path, line, character }) => [path, line, character])).toEqual(
      printed.map(({ path }) => [path, 1, 2]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ['nothing', 0, 1],
  ['a negative number', -3, 1],
  ['a part of a line', 1.5, 1],
  ['more than any file has', Infinity, 1],
  ['more than the protocol has', 1e12, 2 ** 31 - 1],
])('a place that is none is 1-based all the same: %s', async (_, printed, expected) => {
  const finding = {
    path: '/gone',
    line: printed,
    character: printed,
    endLine: printed,
    endCharacter: printed,
    severity: 'error' as const,
    message: 'm',
  };
  const at = { ...finding, line: expected, character: expected, endLine: expected, endCharacter: expected };
  expect(await inUtf16([finding, { ...finding, columns: 'bytes' }])).toEqual([at, at]);
});
