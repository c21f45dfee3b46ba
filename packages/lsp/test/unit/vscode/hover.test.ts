import { expect, test } from 'bun:test';
import * as fc from 'fast-check';

import { bounded } from '../../../src/channels/tools/vscode/hover.ts';
import {
  MAX_HOVER_CODE_POINTS,
  MAX_HOVER_FRAGMENTS,
  MAX_RESULT_BYTES,
} from '../../../src/channels/tools/vscode/limits.ts';
import type { HoverPart } from '../../../src/backend/model.ts';

const LIMITS = { fragments: MAX_HOVER_FRAGMENTS, codePoints: MAX_HOVER_CODE_POINTS, bytes: MAX_RESULT_BYTES };

function markdown(...values: string[]): HoverPart[] {
  return values.map((value) => ({ kind: 'markdown', value }));
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

test('gateway-contract 7.3: the first eight fragments, and of each 8,192 code points', () => {
  const short = markdown('a', 'b');
  expect(bounded(short, LIMITS)).toEqual({ contents: short, isCut: false });
  const nine = markdown(...'abcdefghi'.split(/(?:)/));
  expect(bounded(nine, LIMITS)).toEqual({ contents: nine.slice(0, 8), isCut: true });
  expect(bounded(markdown('x'.repeat(8192)), LIMITS).isCut).toBe(false);
  expect(bounded(markdown('x'.repeat(8193)), LIMITS)).toEqual({
    contents: markdown('x'.repeat(8192)),
    isCut: true,
  });
  // Code points, not code units.
  expect(bounded(markdown('🎉'.repeat(8192)), LIMITS).isCut).toBe(false);
  expect(bounded(markdown(`${'🎉'.repeat(8192)}x`), LIMITS)).toEqual({
    contents: markdown('🎉'.repeat(8192)),
    isCut: true,
  });
});

test('gateway-contract 7.3: the last fragment is cut between two characters until the bytes suffice', () => {
  const parts = markdown('first', 'ä🎉ä🎉');
  const whole = jsonBytes(parts);
  const cut = (bytes: number): string[] =>
    bounded(parts, { ...LIMITS, bytes }).contents.map(({ value }) => value);
  expect(cut(whole)).toEqual(['first', 'ä🎉ä🎉']);
  for (const less of [1, 2, 3, 4]) expect(cut(whole - less)).toEqual(['first', 'ä🎉ä']);
  expect(cut(whole - 5)).toEqual(['first', 'ä🎉']);
  // Where nothing of it is left, the one before is the last.
  expect(cut(whole - 12)).toEqual(['first']);
  expect(cut(jsonBytes(markdown('first')) - 1)).toEqual(['firs']);
});

test('gateway-contract 7.3: never more than any of the three, always beginnings, and the same again', () => {
  const values = fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      values,
      fc.record({
        fragments: fc.integer({ min: 1, max: 5 }),
        codePoints: fc.integer({ min: 1, max: 20 }),
        bytes: fc.integer({ min: 60, max: 400 }),
      }),
      (given, limits) => {
        const parts = markdown(...given);
        const { contents, isCut } = bounded(parts, limits);
        expect(contents.length).toBeLessThanOrEqual(limits.fragments);
        expect(contents.every(({ value }, index) => parts[index]?.value.startsWith(value) === true)).toBe(
          true,
        );
        expect(contents.every(({ value }) => Array.from(value).length <= limits.codePoints)).toBe(true);
        expect(jsonBytes(contents)).toBeLessThanOrEqual(limits.bytes);
        expect(isCut).toBe(JSON.stringify(contents) !== JSON.stringify(parts));
        expect(bounded(contents, limits)).toEqual({ contents, isCut: false });
      },
    ),
  );
});
