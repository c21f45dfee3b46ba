import { expect, test } from 'bun:test';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';

import { contentChange } from '../../src/client/documents/text-edit.ts';
import { applyChange } from '../fakes/documents.ts';

const at = (line: number, character: number): { line: number; character: number } => ({ line, character });

const TABLE: [
  title: string,
  before: string,
  after: string,
  start: ReturnType<typeof at>,
  end: ReturnType<typeof at>,
  text: string,
][] = [
  ['nothing', 'a\nb', 'a\nb', at(1, 1), at(1, 1), ''],
  ['a character in the middle', 'one\ntwo\nsix', 'one\ntoo\nsix', at(1, 1), at(1, 2), 'o'],
  ['an insertion', 'ac', 'abc', at(0, 1), at(0, 1), 'b'],
  ['a deletion over lines', 'a\nb\nc\nd', 'a\nd', at(1, 0), at(3, 0), ''],
  ['everything', 'abc', '', at(0, 0), at(0, 3), ''],
  ['from nothing', '', 'a\nb', at(0, 0), at(0, 0), 'a\nb'],
  ['a repeated line', 'x\nx\nx\n', 'x\nx\n', at(2, 0), at(3, 0), ''],
  ['columns are UTF-16 code units', '🎉é a', '🎉é b', at(0, 4), at(0, 5), 'b'],
  ['surrogates are not torn apart where the first is shared', 'a🎉b', 'a🎊b', at(0, 1), at(0, 3), '🎊'],
  ['nor where the second is', 'a\u{1F389}b', 'a\u{1F789}b', at(0, 1), at(0, 3), '\u{1F789}'],
  ['a pair that becomes its half', 'a🎉', 'a\uD83C', at(0, 1), at(0, 3), '\uD83C'],
  ['CRLF becomes LF', 'a\r\nb', 'a\nb', at(0, 1), at(1, 0), '\n'],
  ['LF becomes CRLF', 'a\nb', 'a\r\nb', at(0, 1), at(1, 0), '\r\n'],
  ['a line between CRLFs', 'a\r\nb\r\nc', 'a\r\nc', at(1, 0), at(2, 0), ''],
  ['an appended newline', 'a', 'a\n', at(0, 1), at(0, 1), '\n'],
];

test('an edit is the smallest range that holds it', () => {
  for (const [title, before, after, start, end, text] of TABLE) {
    const want: TextDocumentContentChangeEvent = { range: { start, end }, text };
    expect([title, contentChange(before, after)]).toEqual([title, want]);
  }
});

test('where a lone CR stands the whole text is replaced', () => {
  for (const [before, after] of [
    ['a\rb', 'a\rc'],
    ['a', 'a\r'],
    ['a\r\n\r', 'a\r\n'],
  ] as const) {
    expect(contentChange(before, after)).toEqual({ text: after });
  }
});

/** The same numbers on every run, from 0 inclusive to 1 exclusive. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; state = (Math.imul(state, 1664525) + 1013904223) >>> 0) yield state / 2 ** 32;
}

const PIECES = [
  'a',
  'b',
  'ab',
  '\n',
  '\n',
  '\r\n',
  '\r\n',
  '\r',
  '🎉',
  '🎊',
  '\u{1F789}',
  '\uD83C',
  '\uDF89',
  'é',
  'e\u0301',
  '日',
  '\u2028',
  '\uFEFF',
  ' ',
];

test('whatever the edit, the change makes the new text out of the old one and tears no character apart', () => {
  const random = numbers(7);
  const below = (n: number): number => Math.floor(random.next().value * n);
  const write = (most: number): string =>
    Array.from({ length: below(most + 1) }, () => PIECES[below(PIECES.length)] ?? '').join('');
  for (let round = 0; round < 20_000; round += 1) {
    const before = write(12);
    const from = below(before.length + 1);
    const after = before.slice(0, from) + write(4) + before.slice(from + below(before.length - from + 1));
    const change = contentChange(before, after);
    const context = JSON.stringify({ before, after, change });
    if (applyChange(before, change) !== after) throw new Error(`another text: ${context}`);
    if (!('range' in change)) continue;
    const { start, end } = change.range;
    for (const { line, character } of [start, end]) {
      const text = before.split('\n')[line] ?? '';
      if (splitsPair(text, character) || splitsBreak(text, character))
        throw new Error(`a torn character: ${context}`);
    }
    if (after.isWellFormed() && !change.text.isWellFormed()) throw new Error(`half a character: ${context}`);
  }
});

function splitsPair(line: string, character: number): boolean {
  return /[\uD800-\uDBFF]$/.test(line.slice(0, character)) && /^[\uDC00-\uDFFF]/.test(line.slice(character));
}

/** Lines were cut at LF, so the CR of a CRLF ends its line. */
function splitsBreak(line: string, character: number): boolean {
  return line.endsWith('\r') && character === line.length;
}
