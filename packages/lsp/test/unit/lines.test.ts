import { expect, test } from 'bun:test';

import { lineAt, linesOf } from '../../src/backend/navigation/lines.ts';

const TEXTS: [text: string, lines: string[]][] = [
  ['', ['']],
  ['a', ['a']],
  ['a\n', ['a', '']],
  ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
  ['\n\n', ['', '', '']],
  // Only these end a line in LSP.
  ['a\u2028b\u0085c\n\u{1f600}', ['a\u2028b\u0085c', '\u{1f600}']],
];

test('a text is divided as LSP counts lines, whole and one by one', () => {
  for (const [text, lines] of TEXTS) {
    expect([text, linesOf(text)]).toEqual([text, lines]);
    expect([text, [...lines, undefined].map((_, line) => lineAt(text, line))]).toEqual([
      text,
      [...lines, undefined],
    ]);
  }
});
