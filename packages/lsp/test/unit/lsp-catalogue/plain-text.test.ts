import { expect, test } from 'bun:test';
import * as fc from 'fast-check';

import { clip, oneLine } from '../../../src/support/escaped.ts';
import { clipAround } from '../../../src/support/plain-text.ts';

test('what is cut is as long as it may be, shows the place, and splits no character', () => {
  const characters = fc
    .array(fc.constantFrom('a', 'é', '😀', ' '), { maxLength: 600 })
    .map((list) => list.join(''));
  fc.assert(
    fc.property(characters, fc.nat(1200), fc.integer({ min: 100, max: 200 }), (text, anywhere, max) => {
      const place = Math.min(anywhere, Math.max(0, text.length - 1));
      for (const cut of [clip(text, max), clipAround(text, place, max)]) {
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
        expect(text).toInclude(cut.replace(/^…|…$/g, ''));
        if (text.length <= max) expect(cut).toBe(text);
      }
    }),
  );
  const minified = `${'x'.repeat(500)}HERE${'y'.repeat(500)}`;
  expect(clipAround(minified, 500, 200)).toMatch(/^…x+HEREy+…$/);
  expect(clipAround(minified, 0, 200)).toMatch(/^x{199}…$/);
  expect(clipAround(`${'x'.repeat(500)}HERE`, 500, 200)).toEndWith('xHERE');
});

test('nothing breaks a line', () => {
  expect<string>(oneLine('  a\r\n\tb\u2028c\u0000d \u001b[31me ')).toBe('a b c\\u{0}d e');
  expect<string>(oneLine('<a> & "b"')).toBe('<a> & "b"');
});
