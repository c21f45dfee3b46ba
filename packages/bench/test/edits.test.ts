import { describe, expect, test } from 'vitest';
import {
  appendBreak,
  applyBreak,
  judge,
  type LineFinding,
  type MadeError,
  type Verdict,
} from '../src/edits.js';

describe('breaking a file', () => {
  test('replaces the text and names the line of the error', () => {
    const broken = applyBreak('one\r\ntwo\r\nthree\n', { find: 'three', put: 'drei', code: 2304 });
    expect(broken).toEqual({ text: 'one\r\ntwo\r\ndrei\n', made: { line: 3, code: 2304 } });
  });

  test('refuses a text that is not in the file', () => {
    expect(() => applyBreak('one\n', { find: 'two', put: 'x', code: 1 })).toThrow('not in the file: "two"');
  });

  test('refuses a text that is in the file twice, overlaps included', () => {
    expect(() => applyBreak('aaa', { find: 'aa', put: 'x', code: 1 })).toThrow('more than once');
  });

  const check = (text: string, want: string, line: number): void => {
    test(`at the end of ${JSON.stringify(text)}`, () => {
      expect(appendBreak(text, { put: 'x', code: 'no-undef' })).toEqual({
        text: want,
        made: { line, code: 'no-undef' },
      });
    });
  };
  check('', 'x\n', 1);
  check('a\n', 'a\nx\n', 2);
  check('a\nb', 'a\nb\nx\n', 3);
});

describe('the result', () => {
  const made: MadeError = { line: 3, code: 2322 };
  const check = (
    title: string,
    findings: readonly LineFinding[],
    error: MadeError | undefined,
    want: Verdict,
  ): void => {
    test(title, () => expect(judge(findings, error)).toBe(want));
  };
  check('is right if the error made is there', [{ line: 3, code: 2322 }], made, 'right');
  check('takes a code of digits for the number', [{ line: 3, code: '2322' }], made, 'right');
  check(
    'minds no other errors of a broken file',
    [
      { line: 1, code: 1005 },
      { line: 3, code: 2322 },
    ],
    made,
    'right',
  );
  check('is missed without it', [], made, 'missed');
  check('is missed if only the line is right', [{ line: 3, code: 2304 }], made, 'missed');
  check('is missed if only the code is right', [{ line: 4, code: 2322 }], made, 'missed');
  check(
    'goes by the line where the error has no code',
    [{ line: 3, code: 'anything' }],
    { line: 3, code: undefined },
    'right',
  );
  check(
    'is missed on another line where the error has no code',
    [{ line: 2 }],
    { line: 3, code: undefined },
    'missed',
  );
  check('is right if a mended file is clean', [], undefined, 'right');
  check('is a false alarm if a mended file has any error', [{ line: 9, code: 1 }], undefined, 'false alarm');
});
