import { describe, expect, test } from 'vitest';
import { smallestChange, type ContentChange } from '../src/floor/change.js';

/** What a server makes of the change. */
function apply(before: string, { range, text }: ContentChange): string {
  const lines = before.split(/(?<=\n)/);
  const offset = ({ line, character }: ContentChange['range']['start']): number =>
    lines.slice(0, line).reduce((sum, part) => sum + part.length, 0) + character;
  return before.slice(0, offset(range.start)) + text + before.slice(offset(range.end));
}

describe('the smallest change', () => {
  const check = (before: string, after: string, text: string): void => {
    test(`${JSON.stringify(before)} to ${JSON.stringify(after)} sends ${JSON.stringify(text)}`, () => {
      const change = smallestChange(before, after);
      expect(change.text).toBe(text);
      expect(apply(before, change)).toBe(after);
    });
  };
  check('', 'a', 'a');
  check('a', '', '');
  check('one\ntwo\n', 'one\n2\n', '2');
  check('one\r\ntwo\r\n', 'one\r\ntwo!\r\n', '!');
  check('aaa', 'aa', '');
  check('aa', 'aaa', 'a');
  check('x\n\ny', 'x\n\n\ny', '\n');
  check('say 😀', 'say 😁', '😁');
  check('a\nb', 'a\r\nb', '\r\n');
  check('a\r\nb', 'a\nb', '\n');
});
