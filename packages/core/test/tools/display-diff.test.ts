import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { escaped } from '../../src/support/escaped.js';
import { displayDiff } from '../../src/tools/display-diff.js';

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`);
}

const cases: Record<string, readonly [before: string | undefined, after: string, want: string]> = {
  'a new file': [undefined, 'a\nb\n', '--- /dev/null\n+++ x\n@@ -0,0 +1,2 @@\n+a\n+b'],
  'a file that becomes empty': ['a\n', '', '--- x\n+++ x\n@@ -1,1 +0,0 @@\n-a'],
  'no difference': ['a\n', 'a\n', '--- x\n+++ x'],
  'only line endings': ['a\r\n', 'a\n', '--- x\n+++ x'],
  'a final newline': ['a', 'a\n', '--- x\n+++ x\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a'],
  'deep in a file, with the lines around it': [
    `${numbered(40).join('\n')}\n`,
    `${numbered(40).join('\n').replace('line 20', 'twenty')}\n`,
    '--- x\n+++ x\n@@ -17,7 +17,7 @@\n line 17\n line 18\n line 19\n-line 20\n+twenty\n line 21\n line 22\n line 23',
  ],
};

test.each(Object.entries(cases))('%s', (_, [before, after, want]) => {
  expect(displayDiff(escaped`x`, before, after)).toBe(want);
});

test('says what was done wherever it was done: applying it to the text before gives the text after', () => {
  const lines = numbered(30);
  for (let at = 0; at <= lines.length; at++) {
    for (const removed of [0, 1, 3]) {
      for (const added of [[], ['new'], ['', ''], ['line 1', 'line 2']]) {
        const before = `${lines.join('\n')}\n`;
        const after = `${lines.toSpliced(at, removed, ...added).join('\n')}\n`;
        const diff = displayDiff(escaped`x`, before, after);
        expect({ diff, after: applyPatch(before, `${diff}\n`) }).toEqual({ diff, after });
      }
    }
  }
});

test('a rewrite that is too large to look at is one line', () => {
  const before = `${numbered(5000).join('\n')}\n`;
  expect(displayDiff(escaped`x`, before, before.replaceAll('line', 'row'))).toBe(
    'x: 5000 lines before, 5000 lines after',
  );
});
