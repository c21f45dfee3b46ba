import { describe, expect, it } from 'vitest';
import { undoEdits } from '../../src/tools/undo/undo-edits.js';
import { undoPatch } from '../../src/tools/undo/undo-patch.js';

describe('edits', () => {
  it.each<[what: string, now: string, edits: [old: string, now: string][], before: string]>([
    ['one', 'a\nB\nc', [['b', 'B']], 'a\nb\nc'],
    ['of several lines, at the end of a text without a last line break', 'a\nx', [['b\nc', 'x']], 'a\nb\nc'],
    ['the whole text', 'x\n', [['a\nb\n', 'x\n']], 'a\nb\n'],
    [
      'several, of which one makes what the next one exchanges',
      'x',
      [
        ['a', 'b'],
        ['b', 'x'],
      ],
      'a',
    ],
    [
      'several, of which one hides the place of another',
      'xyz',
      [
        ['b', 'y'],
        ['a', 'x'],
        ['c', 'z'],
      ],
      'abc',
    ],
    ['one that holds what it exchanges', 'ab', [['a', 'ab']], 'a'],
    ['patterns of a replacement', "$& $' $1", [['a', "$& $'"]], 'a $1'],
  ])('are taken back: %s', (_, now, edits, before) => {
    expect(
      undoEdits(
        now,
        edits.map(([old, inserted]) => ({ old, new: inserted })),
      ),
    ).toBe(before);
  });

  it.each<[what: string, now: string, edits: [old: string, now: string][]]>([
    ['none', 'a', []],
    ['the new text stands in two places', 'a b b', [['x', 'b']]],
    ['its places overlap', 'aaa', [['x', 'aa']]],
    ['it is gone', 'a', [['x', 'b']]],
    ['a removal', 'a', [['x', '']]],
    [
      'what one edit has made stands twice, once the later ones are taken back',
      'x b',
      [
        ['a', 'b'],
        ['b', 'x'],
      ],
    ],
    ['the old text stood in two places, and the tool would have reported it', 'a b', [['a', 'b']]],
    ['CRLF, which tools make of LF and the other way round', 'a\r\nB\r\n', [['b', 'B']]],
    ['CRLF that was taken away', 'B\n', [['b\r\n', 'B\n']]],
    ['line breaks of which none is left', 'B', [['a\nb', 'B']]],
  ])('are not taken back where that is ambiguous: %s', (_, now, edits) => {
    expect(
      undoEdits(
        now,
        edits.map(([old, inserted]) => ({ old, new: inserted })),
      ),
    ).toBeUndefined();
  });
});

const begin = (...lines: string[]): string =>
  ['*** Begin Patch', '*** Update File: f', ...lines, '*** End Patch'].join('\n');

describe('a patch', () => {
  it.each<[what: string, patch: string, now: string, before: string]>([
    ['of one hunk', begin('@@', ' a', '-b', '+B', ' c'), 'a\nB\nc\n', 'a\nb\nc\n'],
    ['of several', begin('@@', '-a', '+A', '@@', '-c', '+C'), 'A\nb\nC\n', 'a\nb\nc\n'],
    ['below a header', begin('@@ class A', '-b', '+B'), 'class A\nB\n', 'class A\nb\n'],
    [
      'at the end of a file without a last line break',
      begin('@@', ' a', '-b', '+B', '*** End of File'),
      'a\nB',
      'a\nb',
    ],
    ['that only adds', begin('@@', ' a', '+b'), 'a\nb\nc\n', 'a\nc\n'],
    ['that only removes', begin('@@', ' a', '-b', ' c'), 'a\nc\n', 'a\nb\nc\n'],
    ['that travelled with CRLF', begin('@@', '-b', '+B').replaceAll('\n', '\r\n'), 'B\n', 'b\n'],
    ['as a unified diff', '--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n', 'a\nB\n', 'a\nb\n'],
  ])('is taken back: %s', (_, patch, now, before) => {
    expect(undoPatch(patch).get('f')?.(now)).toBe(before);
  });

  it.each<[what: string, patch: string, now: string]>([
    ['what it leaves behind stands in two places', begin('@@', '-b', '+B'), 'B\nB\n'],
    ['in a second one but for blanks', begin('@@', '-b', '+B'), 'B\n  B \n'],
    ['in one that differs in blanks', begin('@@', ' a', '-b', '+B'), 'a \nB\n'],
    ['in none', begin('@@', '-b', '+B'), 'c\n'],
    ['it leaves nothing behind', begin('@@', '-b'), 'a\n'],
    ['its hunks stand in another order', begin('@@', '-a', '+A', '@@', '-c', '+C'), 'C\nA\n'],
    ['the first place of what it removes is another one', begin('@@', '-b', '+B'), 'b\nB\n'],
    ['CRLF', begin('@@', '-b', '+B'), 'a\r\nB\r\n'],
    ['CRLF that it removes', begin('@@', ' a', '-b\r', '+B'), 'a\nB\n'],
    [
      'it says how the file ends',
      '--- a/f\n+++ b/f\n@@ -1 +1 @@\n-b\n+B\n\\ No newline at end of file\n',
      'B',
    ],
  ])('is not taken back where that is ambiguous: %s', (_, patch, now) => {
    expect(undoPatch(patch).get('f')?.(now)).toBeUndefined();
  });

  it('is taken back in the files that it updates in their place, and once', () => {
    const update = (name: string, ...more: string[]): string[] => [
      `*** Update File: ${name}`,
      ...more,
      '@@',
      '-a',
      '+b',
    ];
    const patch = [
      '*** Begin Patch',
      ...update('one'),
      ...update('moved', '*** Move to: new'),
      ...update('twice'),
      ...update('twice'),
      '*** Add File: added',
      '+a',
      '*** Delete File: gone',
      '*** End Patch',
    ];
    expect([...undoPatch(patch.join('\n')).keys()]).toEqual(['one']);
    expect(undoPatch('no patch').size).toBe(0);
  });
});
