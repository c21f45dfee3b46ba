import { describe, expect, test } from 'vitest';
import type { Rules } from '../../../src/accuracy/compare.js';
import type { Finding, Judgement } from '../../../src/accuracy/finding.js';
import { compareOrigins, type Reported } from '../../../src/accuracy/origins/compare-origins.js';
import type { Snapshot, Trees } from '../../../src/accuracy/origins/truth.js';

const at = (line: number, code: string, file = 'a'): Finding => ({
  file,
  line,
  code,
  severity: 'error',
  message: `message of ${code}`,
});
const as = (origin: Reported['origin'], finding: Finding): Reported => ({ ...finding, origin });
const TEXTS = new Map(['a', 'b'].map((file) => [file, '1\n2\n3\n4\n5\n6']));
const tree = (findings: Finding[], rest: Partial<Judgement> = {}): Snapshot => ({
  judgement: { findings, silentOn: () => undefined, ...rest },
  texts: TEXTS,
});
const RULES: Rules = { byMessage: false, variants: [] };

/** `2` stood from the start, `3` was made by the session, `4` and b's `5` by the edit. */
const TREES: Trees = {
  start: tree([at(2, 'old')]),
  before: tree([at(2, 'old'), at(3, 'mid')]),
  after: tree([at(2, 'old'), at(3, 'mid'), at(4, 'new'), at(5, 'new', 'b')]),
};

/** Line numbers by list; lists without any are left out. */
function listed(reported: Reported[], files = ['a'], trees = TREES, rules = RULES): Record<string, number[]> {
  const { older, missed, ...lists } = compareOrigins(reported, files, trees, rules);
  const all: Record<string, readonly { readonly line: number }[]> = {
    ...lists,
    older: older.map((one) => one.reported),
    confused: older.filter(({ confused }) => confused).map((one) => one.reported),
    missed: missed.map(({ finding }) => finding),
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, list]) =>
      list.length === 0 ? [] : [[name, list.map(({ line }) => line)]],
    ),
  );
}

const RIGHT = [as('before', at(2, 'old')), as('session', at(3, 'mid')), as('edit', at(4, 'new'))];
const without = (line: number, ...instead: Reported[]): Reported[] => [
  ...RIGHT.filter((one) => one.line !== line),
  ...instead,
];

describe('what a report says of origins beside the compiler', () => {
  test.each<[string, Reported[], Record<string, number[]>]>([
    ['all right', RIGHT, { right: [4], older: [2, 3] }],
    [
      'an older error called caused',
      without(2, as('edit', at(2, 'old'))),
      { right: [4], wrong: [2], older: [3] },
    ],
    ['a caused one called older', without(4, as('session', at(4, 'new'))), { hidden: [4], older: [2, 3] }],
    [
      'a caused one without an origin',
      without(4, as(undefined, at(4, 'new'))),
      { withoutOrigin: [4], older: [2, 3] },
    ],
    [
      'session for before',
      without(2, as('session', at(2, 'old'))),
      { right: [4], older: [3, 2], confused: [2] },
    ],
    [
      'an older one without an origin',
      without(2, as(undefined, at(2, 'old'))),
      { right: [4], older: [3, 2] },
    ],
    ['a caused one is not reported', without(4), { older: [2, 3], missed: [4] }],
    [
      'what the compiler does not have',
      [...RIGHT, as('edit', at(6, 'none'))],
      { right: [4], older: [2, 3], invented: [6] },
    ],
    ['twice', [...RIGHT, as('edit', at(4, 'new'))], { right: [4, 4], older: [2, 3] }],
    [
      'twice, once as older',
      [...RIGHT, as('session', at(4, 'new'))],
      { right: [4], hidden: [4], older: [2, 3] },
    ],
  ])('%s', (_what, reported, want) => expect(listed(reported)).toEqual(want));

  test('other files count if they are named', () => {
    expect(listed([...RIGHT, as('edit', at(5, 'new', 'b'))], ['a', 'b'])).toEqual({
      right: [4, 5],
      older: [2, 3],
    });
    expect(listed(RIGHT, ['a', 'b'])).toMatchObject({ missed: [5] });
  });

  test('two errors of one line and code are distinguished by their words, and by their origins', () => {
    const worded = (message: string): Finding => ({ ...at(4, 'new'), message });
    const trees = { ...TREES, before: tree([worded('one')]), after: tree([worded('one'), worded('two')]) };
    expect(listed([as('edit', worded('two')), as('session', worded('one'))], ['a'], trees)).toEqual({
      right: [4],
      older: [4],
    });
    expect(listed([as('session', worded('two')), as('edit', worded('one'))], ['a'], trees)).toEqual({
      hidden: [4],
      wrong: [4],
    });
    expect(listed([as('edit', worded('three')), as('session', worded('four'))], ['a'], trees)).toEqual({
      right: [4],
      older: [4],
    });
  });

  test('words count where codes say little; known variants are the same error', () => {
    expect(
      listed(
        RIGHT.map((one) => ({ ...one, code: 'Other' })),
        ['a'],
        TREES,
        { ...RULES, byMessage: true },
      ),
    ).toEqual({ right: [4], older: [2, 3] });
    const variants = [
      {
        name: 'renamed',
        same: ({ code }: Finding, other: Finding) => code === 'alias' && other.code === 'new',
      },
    ];
    expect(listed(without(4, as('edit', at(4, 'alias'))), ['a'], TREES, { ...RULES, variants })).toEqual({
      right: [4],
      older: [2, 3],
    });
  });

  test('is not judged where the compiler is silent now, or was before', () => {
    const silent = {
      ...TREES,
      after: tree(TREES.after.judgement.findings as Finding[], { silentOn: () => 'a syntax error' }),
    };
    expect(listed([...RIGHT, as('edit', at(6, 'none'))], ['a'], silent)).toEqual({
      right: [4],
      older: [2, 3],
      notJudged: [6],
    });
    const echoes = {
      ...TREES,
      after: tree(TREES.after.judgement.findings as Finding[], {
        echoes: [{ name: 'only the first', findings: [at(6, 'none')] }],
      }),
    };
    expect(listed([...RIGHT, as('edit', at(6, 'none'))], ['a'], echoes)).toMatchObject({ notJudged: [6] });
    expect(
      listed(RIGHT, ['a'], { ...TREES, before: tree([], { silentOn: () => 'a syntax error' }) }),
    ).toEqual({ notJudged: [2, 3, 4] });
  });
});
