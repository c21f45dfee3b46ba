import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rules } from '../../../src/accuracy/compare.js';
import type { Finding, Judgement } from '../../../src/accuracy/finding.js';
import { tscRules } from '../../../src/accuracy/judges/tsc.js';
import { align } from '../../../src/accuracy/origins/align.js';
import { truthsOf, type Snapshot } from '../../../src/accuracy/origins/truth.js';

const RULES: Rules = { byMessage: false, variants: [] };
const at = (line: number, code: string): Finding => ({
  file: 'a',
  line,
  code,
  severity: 'error',
  message: `message of ${code}`,
});
const lines = (text: string): string => text.split(' ').join('\n');
const tree = (text: string, findings: Finding[], rest: Partial<Judgement> = {}): Snapshot => ({
  judgement: { findings, silentOn: () => undefined, ...rest },
  texts: new Map([['a', lines(text)]]),
});

describe('lines of two texts', () => {
  /** For each line of the second text, the line of the first that it is, or `-`. */
  const check = (before: string, after: string, want: string): void => {
    const { before: nameBefore, after: nameAfter } = align(lines(before), lines(after));
    const [old, now] = [before.split(' '), after.split(' ')];
    const found = now.map((_, j) =>
      old.findIndex(
        (_old, i) => nameBefore(i + 1) === nameAfter(j + 1) && nameAfter(j + 1).startsWith('same'),
      ),
    );
    expect(found.map((index) => (index === -1 ? '-' : index + 1)).join(' ')).toBe(want);
  };

  test.each([
    ['a b c', 'a b c', '1 2 3'],
    ['a b c', 'a x b c', '1 - 2 3'],
    ['a b c', 'a c', '1 3'],
    ['a b c d e', 'a x c y e', '1 - 3 - 5'],
    ['a b', 'x y', '- -'],
    ['a b c d', 'c d a b', '3 4 - -'],
  ])('%s, then %s', check);

  test('the lines of one changed part share a name, those of two do not', () => {
    const { before, after } = align(lines('a b c d e'), lines('a x y c z e'));
    expect([before(2), before(4)]).toEqual([after(2), after(5)]);
    expect(after(2)).toBe(after(3));
    expect(after(2)).not.toBe(after(5));
  });

  test('a line that is the same has the same text, and names of lines are unique', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (old, now) => {
        const { before, after } = align(old.join('\n'), now.join('\n'));
        const same = now.flatMap((line, j) =>
          after(j + 1).startsWith('same') ? [[after(j + 1), line] as const] : [],
        );
        expect(new Set(same.map(([name]) => name)).size).toBe(same.length);
        for (const [name, line] of same) expect(old.filter((_, i) => before(i + 1) === name)).toEqual([line]);
      }),
    );
  });
});

describe("the compiler's errors after an edit minus those before", () => {
  const check = (start: Snapshot, before: Snapshot, after: Snapshot, want: string, rules = RULES): void => {
    const truths = truthsOf('a', { start, before, after }, rules);
    expect(truths.map(({ finding, origin }) => `${finding.line} ${finding.code} ${origin}`).join(', ')).toBe(
      want,
    );
  };
  const CLEAN = tree('a b c', []);

  test.each<[string, Snapshot, Snapshot, Snapshot, string]>([
    ['new', CLEAN, CLEAN, tree('a b c', [at(2, '1')]), '2 1 edit'],
    [
      'moved by the edit',
      tree('a b c', [at(2, '1')]),
      tree('a b c', [at(2, '1')]),
      tree('x a b c', [at(3, '1')]),
      '3 1 before',
    ],
    ['the same on another line', CLEAN, tree('a b c', [at(2, '1')]), tree('a b c', [at(3, '1')]), '3 1 edit'],
    [
      'another one on the same line',
      CLEAN,
      tree('a b c', [at(2, '1')]),
      tree('a b c', [at(2, '2')]),
      '2 2 edit',
    ],
    [
      'an earlier change of the session',
      CLEAN,
      tree('a b c', [at(2, '1')]),
      tree('a b c', [at(2, '1')]),
      '2 1 session',
    ],
    [
      'on a line that the edit changed, and still there',
      tree('a b c', [at(2, '1')]),
      tree('a b c', [at(2, '1')]),
      tree('a x c', [at(2, '1')]),
      '2 1 before',
    ],
    [
      'once on the changed line, and now twice',
      CLEAN,
      tree('a b c', [at(2, '1')]),
      tree('a x y c', [at(2, '1'), at(3, '1')]),
      '2 1 session, 3 1 edit',
    ],
    ['printed for two targets', CLEAN, CLEAN, tree('a b c', [at(2, '1'), at(2, '1')]), '2 1 edit'],
    [
      'in a file that was not there',
      CLEAN,
      { ...CLEAN, texts: new Map() },
      tree('a b c', [at(2, '1')]),
      '2 1 edit',
    ],
  ])('%s', (_what, ...trees) => check(...trees));

  test('with different words is another error, unless the words are known to vary', () => {
    const renamed = tree('a b c', [{ ...at(2, '2552'), message: "Cannot find name 'x'. Did you mean 'y'?" }]);
    const plain = tree('a b c', [{ ...at(2, '2304'), message: "Cannot find name 'x'." }]);
    check(plain, plain, renamed, '2 2552 edit');
    check(plain, plain, renamed, '2 2552 before', tscRules);
    check(
      tree('a b c', []),
      tree('a b c', [at(2, '1')]),
      tree('a b c', [{ ...at(2, '1'), message: 'other' }]),
      '2 1 edit',
    );
  });

  test('the order of the members of a union is no difference', () => {
    const union = (type: string): Snapshot =>
      tree('a b c', [
        { ...at(2, '1'), message: `Property 'x' does not exist on type '{ kind: ${type}; }'.` },
      ]);
    check(union('"a" | "b"'), union('"a" | "b"'), union('"b" | "a"'), '2 1 before');
    check(union('"a" | "b"'), union('"a" | "b"'), union('"a" | "c"'), '2 1 edit');
  });

  test('is unknown where the compiler kept silent before', () => {
    const after = tree('a b c', [at(2, '1')]);
    check(CLEAN, tree('a b c', [], { silentOn: () => 'a syntax error' }), after, '2 1 unknown');
    check(CLEAN, tree('a b c', [], { unjudged: () => 'a syntax error' }), after, '2 1 unknown');
    check(
      CLEAN,
      tree('a b c', [], { echoes: [{ name: 'only the first', findings: [at(2, '1')] }] }),
      after,
      '2 1 unknown',
    );
    check(tree('a b c', [], { silentOn: () => 'a syntax error' }), after, after, '2 1 older');
  });
});
