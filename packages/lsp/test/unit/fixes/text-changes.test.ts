import { expect, test } from 'bun:test';

import {
  applyChanges,
  combine,
  lineEnding,
  type RangeEdit,
  toChanges,
} from '../../../src/backend/fixes/text-changes.ts';

const edit = (from: [number, number], to: [number, number], text: string): RangeEdit => ({
  start: { line: from[0], character: from[1] },
  end: { line: to[0], character: to[1] },
  text,
});

/** A text in brackets is a refusal. */
function edited(text: string, ...edits: RangeEdit[]): string {
  const changes = toChanges(text, edits);
  return typeof changes === 'string' ? `[${changes}]` : applyChanges(text, changes);
}

test('columns are UTF-16 code units, and beyond the end of a line or of the text its end is meant', () => {
  expect(edited('a😀b\nc\n', edit([0, 3], [0, 4], 'x'))).toBe('a😀x\nc\n');
  expect(edited('ab\ncd', edit([0, 1], [0, 99], 'x'))).toBe('ax\ncd');
  expect(edited('ab\r\ncd', edit([0, 1], [0, 99], 'x'))).toBe('ax\r\ncd');
  expect(edited('ab\ncd', edit([0, 0], [99, 0], 'x'))).toBe('x');
  expect(edited('ab\n', edit([1, 0], [1, 0], 'x'))).toBe('ab\nx');
});

test('edits come in any order; insertions at one place keep theirs', () => {
  expect(edited('one two', edit([0, 4], [0, 7], '2'), edit([0, 0], [0, 3], '1'))).toBe('1 2');
  expect(edited('x', edit([0, 0], [0, 0], 'a'), edit([0, 0], [0, 0], 'b'))).toBe('abx');
  expect(edited('xy', edit([0, 0], [0, 1], 'X'), edit([0, 0], [0, 0], 'a'))).toBe('aXy');
});

test('what no text can have is refused: overlaps, negative places, half a character, a backward range', () => {
  expect(edited('abc', edit([0, 0], [0, 2], 'x'), edit([0, 1], [0, 3], 'y'))).toBe('[its edits overlap]');
  for (const wrong of [edit([-1, 0], [0, 0], ''), edit([0, 0.5], [0, 1], ''), edit([0, 2], [0, 1], '')])
    expect(edited('abc', wrong)).toBe('[an edit has a range that is none]');
  expect(edited('😀', edit([0, 1], [0, 2], ''))).toBe('[an edit has a range that is none]');
  for (const text of ['a\rb', 'a\u2028b'])
    expect(edited(text, edit([0, 0], [0, 1], ''))).toBe('[its lines end in more than one way]');
});

test('new lines end as the lines of the file do', () => {
  expect(edited('a\r\nb\r\n', edit([0, 0], [0, 0], 'x\ny\r\n'))).toBe('x\r\ny\r\na\r\nb\r\n');
  expect(edited('a\nb\n', edit([0, 0], [0, 0], 'x\r\n'))).toBe('x\na\nb\n');
  expect([lineEnding(''), lineEnding('a\r\nb\nc\n'), lineEnding('a\r\nb\r\nc\n')]).toEqual([
    '\n',
    '\n',
    '\r\n',
  ]);
});

test('fixes of one text are made together where they do not overlap, and equal parts once', () => {
  const changes = (...edits: RangeEdit[]) =>
    toChanges('one two three', edits) as Exclude<ReturnType<typeof toChanges>, string>;
  const both = combine([
    changes(edit([0, 4], [0, 7], '2')),
    changes(edit([0, 0], [0, 3], '1')),
    changes(edit([0, 4], [0, 7], '2')),
  ]);
  expect(applyChanges('one two three', both as ReturnType<typeof changes>)).toBe('1 2 three');
  expect(combine([changes(edit([0, 4], [0, 7], '2')), changes(edit([0, 5], [0, 9], ''))])).toBe(
    'its edits overlap',
  );
});
