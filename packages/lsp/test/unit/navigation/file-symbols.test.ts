import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Response } from '../../../src/jsonrpc/connection.ts';
import { FileSymbols, PackedOutline } from '../../../src/languages/typescript/navigation/file-symbols.ts';
import { FuzzyQuery } from '../../../src/languages/typescript/navigation/fuzzy-match.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'symbols-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const range = (line: number) => ({ start: { line, character: 1 }, end: { line, character: 4 } });
const answer = (...names: string[]): Response => ({
  kind: 'result',
  result: names.map((name, line) => ({ name, kind: 12, range: range(line), selectionRange: range(line) })),
});
const closed = { get: () => undefined };

function file(name: string): AdmittedPath {
  const path = join(folder, name);
  writeFileSync(path, name);
  return path as AdmittedPath;
}

function namesOf(outline: ReturnType<FileSymbols['of']>): string[] | undefined {
  return outline && [...outline.matching(new FuzzyQuery(''))].map(({ name }) => name);
}

test('what a file declares is asked for once for each text of it', async () => {
  const symbols = new FileSymbols(closed);
  const path = file('a.ts');
  expect(symbols.split([path]).unknown).toEqual([path]);
  const asked = await symbols.ask(path, async () => answer('one', '<function>', 'two'));
  expect(asked).toBeInstanceOf(PackedOutline);
  expect(namesOf(symbols.of(path))).toEqual(['one', 'two']);
  expect(symbols.split([path]).unknown).toEqual([]);
  expect([...symbols.split([path]).known.keys()]).toEqual([path]);
  writeFileSync(path, 'another text');
  expect(symbols.of(path)).toBeUndefined();
});

test('what has no name of its own is no symbol of a workspace', async () => {
  const symbols = new FileSymbols(closed);
  const path = file('a.ts');
  const nameless = ['<class>', 'test("it works") callback', 'map() callback', '()', '[]'];
  const constructor = { name: 'constructor', kind: 9, range: range(9), selectionRange: range(9) };
  const { result } = answer('one', ...nameless, '"a callback"', 'callback') as Extract<
    Response,
    { kind: 'result' }
  >;
  await symbols.ask(path, async () => ({ kind: 'result', result: [...(result as object[]), constructor] }));
  expect(namesOf(symbols.of(path))).toEqual(['one', '"a callback"', 'callback']);
});

test('a file that was written in place, in the same length and with its time set back, is asked about again', async () => {
  const symbols = new FileSymbols(closed);
  const path = file('a.ts');
  utimesSync(path, 1, 1);
  await symbols.ask(path, async () => answer('one'));
  expect(namesOf(symbols.of(path))).toEqual(['one']);
  writeFileSync(path, 'b.ts');
  utimesSync(path, 1, 1);
  expect(symbols.of(path)).toBeUndefined();
});

test('of an open file the version counts, and a text that changed while it was asked about is not remembered', async () => {
  let version = 1;
  const symbols = new FileSymbols({ get: () => ({ version, text: 'proposed' }) as never });
  const path = file('a.ts');
  await symbols.ask(path, async () => answer('one'));
  expect(namesOf(symbols.of(path))).toEqual(['one']);
  version = 2;
  expect(symbols.of(path)).toBeUndefined();
  await symbols.ask(path, async () => {
    version = 3;
    return answer('two');
  });
  expect(symbols.of(path)).toBeUndefined();
});

test.each([
  ['as it is on disk is known when it is closed, too', 'a.ts', ['one']],
  ['that was only proposed says nothing about the file', 'proposed', undefined],
])('an open text %s', async (_, text, expected) => {
  let document: { version: number; text: string } | undefined = { version: 1, text };
  const symbols = new FileSymbols({ get: () => document as never });
  const path = file('a.ts');
  await symbols.ask(path, async () => answer('one'));
  document = undefined;
  expect(namesOf(symbols.of(path))).toEqual(expected);
});

test('a reply that has none is handed on, and asked for again', async () => {
  const symbols = new FileSymbols(closed);
  const path = file('a.ts');
  expect(await symbols.ask(path, async () => ({ kind: 'closed' }))).toEqual({ kind: 'closed' });
  expect(symbols.of(path)).toBeUndefined();
});

test('those that are kept stay, and make room only when their files are gone', async () => {
  const symbols = new FileSymbols(closed, 5);
  const [first, second] = [file('a.ts'), file('b.ts')];
  for (const path of [first, second]) await symbols.ask(path, async () => answer('one', 'two'));
  expect(symbols.split([first, second]).unknown).toEqual([second]);
  rmSync(first);
  await symbols.ask(second, async () => answer('one', 'two'));
  expect(symbols.split([second]).unknown).toEqual([]);
});

test('a symbol comes out as it went in', () => {
  const symbol = {
    name: 'area',
    kind: 6,
    range: range(0),
    selectionRange: { start: { line: 70_000, character: 9 }, end: { line: 70_001, character: 2 } },
    containerName: 'Shape',
  };
  const outline = new PackedOutline([{ ...symbol, name: 'x' }, symbol]);
  expect([...outline.matching(new FuzzyQuery('ar'))]).toEqual([
    { name: 'area', kind: 6, range: symbol.selectionRange, containerName: 'Shape' },
  ]);
});
