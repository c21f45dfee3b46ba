import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdmittedPath } from '../../src/support/paths.ts';
import { MAX_FILE_BYTES } from '../../src/support/paths.ts';
import { Texts } from '../../src/engine/disk/texts.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'texts # ')));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string | Uint8Array): AdmittedPath {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path as AdmittedPath;
}

function textOf(texts: Texts, path: AdmittedPath): string {
  const source = texts.of(path);
  return source.kind === 'text' ? source.content.text : source.reason;
}

test.each([
  ['nothing', '', ''],
  ['a byte order mark and CRLF', '\uFEFFa\r\nb', 'a\r\nb'],
  ['emoji', '😀 = 1', '😀 = 1'],
  ['bytes that are no text', new Uint8Array([104, 0, 105]), 'binary'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 104, 0, 105, 0]), 'UTF-16, not UTF-8'],
  [
    'UTF-16 of the other byte order, without a NUL',
    new Uint8Array([0xfe, 0xff, 78, 45]),
    'UTF-16, not UTF-8',
  ],
  ['more than is looked at', new Uint8Array(MAX_FILE_BYTES + 1).fill(32), 'too large'],
])('REQ-CONTENT-020: of a file that holds %s', (_, content, expected) => {
  expect(textOf(new Texts(), write('a b.ts', content))).toBe(expected);
});

test('REQ-CONTENT-020: a file of the same length and the same time is read again, as is one that came, went, or became a folder', () => {
  const texts = new Texts();
  const path = write('a.ts', 'one');
  expect(textOf(texts, path)).toBe('one');
  writeFileSync(path, 'two');
  utimesSync(path, 1, 1);
  expect(textOf(texts, path)).toBe('two');
  writeFileSync(path, 'six');
  utimesSync(path, 1, 1);
  expect(textOf(texts, path)).toBe('six');
  rmSync(path);
  expect(textOf(texts, path)).toBe('not readable');
  writeFileSync(path, 'six');
  expect(textOf(texts, path)).toBe('six');
  expect(textOf(texts, folder as AdmittedPath)).toBe('not readable');
});

test('what is kept has a limit, and what is not kept is read all the same', () => {
  const texts = new Texts(1000);
  const paths = ['a', 'b', 'c'].map((name) => write(name, name.repeat(600)));
  const long = write('long', 'x'.repeat(2000));
  for (const path of [...paths, long, ...paths])
    expect(textOf(texts, path)).toHaveLength(path === long ? 2000 : 600);
});

test('REQ-CONTENT-020: the lines are those of the text that is there, split once for each text, and those of a large text are not kept', () => {
  const path = write('a.ts', 'a\r\nb');
  const texts = new Texts();
  const first = texts.lines(path);
  expect(first).toEqual(['a', 'b']);
  expect(texts.lines(path)).toBe(first);
  writeFileSync(path, 'c\n');
  expect(texts.lines(path)).toEqual(['c', '']);
  expect(texts.lines(join(folder, 'gone.ts') as AdmittedPath)).toEqual([]);
  const small = new Texts(300);
  expect([small.lines(path), small.lines(path)]).toEqual([
    ['c', ''],
    ['c', ''],
  ]);
  expect(textOf(small, path)).toBe('c\n');
  const tiny = new Texts(270);
  expect(tiny.lines(path)).not.toBe(tiny.lines(path));
});
