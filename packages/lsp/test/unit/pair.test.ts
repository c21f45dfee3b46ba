import { expect, test } from 'bun:test';
import fc from 'fast-check';

import { LineMap } from '../../src/engine/changes/line-map.ts';
import { stoodBefore } from '../../src/engine/changes/pair.ts';
import type { Diagnostic } from '../../src/types.ts';

const at = (line: number, message = 'm', code = 'c'): Diagnostic => ({
  file: 'a',
  line,
  character: 1,
  severity: 'error',
  message,
  code,
});

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 12 });

test('a line that is said to be unchanged holds the same text, and unchanged lines keep their order', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const map = new LineMap(before.join('\n'), after.join('\n'));
      const now = before.map((_, index) => map.now(index + 1));
      now.forEach(
        (line, index) => line === undefined || expect(after[line - 1] ?? '').toBe(before[index] ?? ''),
      );
      const kept = now.filter((line) => line !== undefined);
      expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
    }),
  );
});

test('lines that were inserted or removed in several places leave all others unchanged', () => {
  const map = new LineMap('1\n2\n3\n4\n5\n6\n', '0\n1\n2\n4\n5\n5.5\n6\n');
  expect([1, 2, 3, 4, 5, 6].map((line) => map.now(line))).toEqual([2, 3, undefined, 4, 5, 7]);
});

/** Texts before and after, the findings of both, and the lines of those that stood before. */
const ROWS: [
  title: string,
  before: string,
  old: Diagnostic[],
  after: string,
  now: Diagnostic[],
  stood: number[],
][] = [
  ['the same text', 'x\n', [at(1)], 'x\n', [at(1)], [1]],
  ['a line above was added', 'x\n', [at(1)], '\nx\n', [at(2)], [2]],
  ['another message on the same line', 'x\n', [at(1)], 'x\n', [at(1, 'other')], []],
  ['another code on the same line', 'x\n', [at(1)], 'x\n', [at(1, 'm', 'd')], []],
  [
    'a union in another order',
    'x\n',
    [at(1, 'on type \'{ t: "a" | "b" | "c"; } | undefined\'')],
    'x\n',
    [at(1, 'on type \'{ t: "c" | "a" | "b"; } | undefined\'')],
    [1],
  ],
  [
    'types in another order',
    'x\n',
    [at(1, "Type 'A' is not assignable to type 'B'")],
    'x\n',
    [at(1, "Type 'B' is not assignable to type 'A'")],
    [],
  ],
  ['a second one on the same line', 'x\n', [at(1)], 'x y\n', [at(1), at(1)], [1]],
  ['a changed line keeps what it had', 'x = 1\n', [at(1)], 'x = 12\n', [at(1)], [1]],
  [
    'one was mended above and the same was made below',
    'bad\nok\nok\nok\n',
    [at(1)],
    'good\nok\nok\nworse\n',
    [at(4)],
    [],
  ],
  [
    'one was mended, and the same was made on an equal line further down, which was not touched',
    'use(x)\nok\nuse(x)\n',
    [at(1)],
    'use(x)\nother\nuse(x)\n',
    [at(3)],
    [],
  ],
  [
    'a line that was moved takes its finding along',
    'bad\n1\n2\n3\n',
    [at(1)],
    '1\n2\n3\nbad\n',
    [at(4)],
    [4],
  ],
  ['a line that was copied has one more', 'bad\n1\n2\n', [at(1)], 'bad\n1\nbad\n2\n', [at(1), at(3)], [1]],
  ['line ends of Windows', 'a\r\nx\r\n', [at(2)], 'a\nx\n', [at(2)], [2]],
  ['from an empty file', '', [], 'x\n', [at(1)], []],
  ['nothing is left', 'x\n', [at(1)], '', [], []],
];

test.each(ROWS)('which findings stood before: %s', (_, before, old, after, now, stood) => {
  const found = stoodBefore({ diagnostics: old, text: before }, { diagnostics: now, text: after });
  expect(now.filter((diagnostic) => found.has(diagnostic)).map(({ line }) => line)).toEqual(stood);
});

test('no finding of before is counted twice, whatever the texts', () => {
  const found = fc.array(
    fc.record({ line: fc.integer({ min: 1, max: 12 }), message: fc.constantFrom('m', 'n') }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(lines, found, lines, found, (before, old, after, now) => {
      const made = now.map(({ line, message }) => at(line, message));
      const stood = stoodBefore(
        { diagnostics: old.map(({ line, message }) => at(line, message)), text: before.join('\n') },
        { diagnostics: made, text: after.join('\n') },
      );
      for (const message of ['m', 'n'])
        expect([...stood].filter((each) => each.message === message).length).toBeLessThanOrEqual(
          old.filter((each) => each.message === message).length,
        );
    }),
  );
});
