import { describe, expect, test } from 'vitest';
import { compareOthers, type Former } from '../../src/accuracy/compare-others.js';
import type { Rules } from '../../src/accuracy/compare.js';
import type { Finding, Judgement } from '../../src/accuracy/finding.js';
import { isFlawed, othersScoreOf, type Case, type Others } from '../../src/accuracy/results.js';
import { accuracySections, flawsOf, resultSummary, rowUpdates } from '../../src/accuracy/report.js';
import { withSection } from '../../src/frame/page.js';

const at = (file: string, line: number, code = '1'): Finding => ({
  file,
  line,
  code,
  severity: 'error',
  message: `message of ${code}`,
});
const says = (...findings: Finding[]): Judgement => ({ findings, silentOn: () => undefined });
const RULES: Rules = { byMessage: false, variants: [] };
const NOTHING: Former = { first: [], last: [] };
const compared = (reported: Finding[], judgement: Judgement, former = NOTHING) =>
  compareOthers(reported, 'a.ts', judgement, former, RULES);

describe('what a result says of other files beside the compiler', () => {
  test.each<
    [
      string,
      Finding[],
      Finding[],
      Finding[],
      [right: number, missed: number, invented: number, stale: number, older: number],
    ]
  >([
    ['nothing to say', [], [], [], [0, 0, 0, 0, 0]],
    ['the edited file is none of them', [], [at('a.ts', 1)], [], [0, 0, 0, 0, 0]],
    [
      'right in two files',
      [at('b.ts', 1), at('c.ts', 1)],
      [at('b.ts', 1), at('c.ts', 1)],
      [],
      [2, 0, 0, 0, 0],
    ],
    ['the right error in the wrong file', [at('b.ts', 1)], [at('c.ts', 1)], [], [0, 1, 1, 0, 0]],
    ['mended, and still reported', [at('b.ts', 1)], [], [at('b.ts', 1)], [0, 0, 1, 1, 0]],
    [
      'broken by this edit, and by one before',
      [],
      [at('b.ts', 1), at('c.ts', 1)],
      [at('c.ts', 1)],
      [0, 2, 0, 0, 1],
    ],
  ])('%s', (_what, reported, expected, last, want) => {
    const { right, missed, invented, stale, older } = compared(reported, says(...expected), {
      first: [],
      last,
    });
    expect([right, missed.length, invented.length, stale.length, older.length]).toEqual(want);
  });

  test('what was wrong before the first edit may be reported, and need not', () => {
    const former = { first: [at('b.ts', 1)], last: [at('b.ts', 1)] };
    const judgement = says(at('b.ts', 1), at('b.ts', 2));
    expect(compared([at('b.ts', 2)], judgement, former)).toMatchObject({
      right: 1,
      missed: [],
      differences: [{ kind: 'left out', finding: at('b.ts', 1) }],
    });
    expect(compared([at('b.ts', 1), at('b.ts', 2)], judgement, former)).toMatchObject({
      right: 1,
      invented: [],
      differences: [],
    });
  });
});

describe('figures about other files', () => {
  const told = (missed: Finding[], invented: Finding[] = []): Others['told'] => ({
    right: 1,
    missed,
    invented,
    stale: [],
    differences: [],
    older: [],
  });
  const outcome = {
    kind: 'answered',
    right: 0,
    missed: [],
    invented: [],
    stale: [],
    differences: [],
    warnings: { right: 0, missed: [] },
  } as const;
  const having = (number: number, others?: Others): Case => ({
    ...{
      number,
      action: 'mutation',
      kind: 'break syntax',
      tool: 'write_file',
      file: 'a.ts',
      asking: 'hook',
      isFirst: false,
      outcome,
    },
    unannounced: [{ kind: 'delete a file', action: 'mutation', files: 1, example: 'gone.ts' }],
    ...(others && { others }),
  });
  const cases = [
    having(1),
    having(2, { complete: true, told: told([]) }),
    having(3, { complete: true, told: told([at('b.ts', 1)]) }),
    having(4, { complete: false, told: told([at('b.ts', 2)]), later: told([]) }),
    having(5, { complete: false, told: told([]), later: told([at('b.ts', 3)], [at('b.ts', 4)]) }),
    having(6, { complete: false, told: told([], [at('b.ts', 5)]), later: told([]) }),
  ];

  test('what the bound left out is no flaw, until the search has ended; what is wrong always is', () => {
    expect(cases.map(isFlawed)).toEqual([false, false, true, false, true, true]);
  });

  test('are distinguished by whether the bound was reached', () => {
    const { within, cut, told: all, later } = othersScoreOf(cases);
    expect(within).toEqual({ results: 2, right: 2, missed: 1, invented: 0, stale: 0 });
    expect(cut).toEqual({ results: 3, right: 3, missed: 1, invented: 1, stale: 0 });
    expect(all).toEqual({ right: 5, missed: 2, invented: 1, stale: 0 });
    expect(later).toEqual({ right: 5, missed: 2, invented: 1, stale: 0 });
  });

  const about = { seed: 5, mutations: 9 };
  const row = {
    judges: 'edits',
    ...{ id: 'query', language: 'TypeScript', title: 'query-core 1', compiler: 'tsc' },
    ...{ cases, processes: { '5.9.3': 1, '5.4.5': 2 }, seconds: 3 },
  } as const;
  const sections = accuracySections({ subjects: [row], origins: [], fixes: [] }, about);

  test.each([
    ['on the terminal', [...resultSummary(row), ...flawsOf(row, about)].join('\n')],
    ['in docs', Object.values(sections).join('\n')],
  ])('%s: what is not right, what happened before it, and how many servers there were', (_where, text) => {
    expect(text).toContain('other file, missed: b.ts:1 1 message of 1');
    expect(text).toContain('other file, after the search, missed: b.ts:3');
    expect(text).toContain('other file, after the search, invented: b.ts:4');
    expect(text).toContain('other file, invented: b.ts:5');
    expect(text).not.toContain('b.ts:2 ');
    expect(text).toContain('before it: untold delete a file of gone.ts');
    expect(text).toContain('1 of 5.9.3, 2 of 5.4.5');
  });

  test('write their own rows, and none of what else was judged of the same code base', () => {
    const origins = {
      ...row,
      judges: 'origins',
      cases: [],
      rounds: [],
      cost: undefined,
      atStart: 0,
    } as const;
    const updates = rowUpdates([row, origins], about);
    expect(updates.map(({ sections: own }) => Object.keys(own))).toEqual([
      ['edited file', 'other files', 'processes', 'differences', 'judges'],
      ['origins', 'noise', 'proposals', 'origins cost', 'judges'],
    ]);
    expect(rowUpdates([row], about)[0]?.isOwn('| TypeScript | query-core 1 | 2 |')).toBe(true);
    expect(rowUpdates([row], about)[0]?.isOwn('| TypeScript | query-core 12 | 2 |')).toBe(false);
  });

  test('of a code base that has two judges, each has its row', () => {
    const [own] = rowUpdates([row], about);
    const head = '| language | code base | judge |\n|---|---|---|\n';
    const of = (judge: string): string => `| TypeScript | query-core 1 | \`${judge}\` |\n`;
    const page = `<!-- judges -->\n\n${head}${of('tsc')}${of('tsgo')}\n<!-- /judges -->\n`;
    expect(withSection(page, 'judges', own?.sections['judges'] ?? '', own?.isOwn)).toBe(page);
    const both = accuracySections(
      {
        subjects: [row],
        origins: [{ ...row, judges: 'origins', cases: [], rounds: [], cost: undefined, atStart: 0 }],
        fixes: [],
      },
      about,
    );
    expect(`${both['judges']}\n`).toBe(head + of('tsc'));
  });
});
