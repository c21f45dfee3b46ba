import { describe, expect, test } from 'vitest';
import { compareFindings, type Rules } from '../../src/accuracy/compare.js';
import type { Finding, Judgement } from '../../src/accuracy/finding.js';
import { answerOf } from '../../src/accuracy/host.js';
import { tscRules } from '../../src/accuracy/judges/tsc.js';
import { isFlawed, precision, recall, scoreOf, type Case } from '../../src/accuracy/results.js';
import { accuracySections, flawsOf, resultSummary } from '../../src/accuracy/report.js';
import { share } from '../../src/figures.js';

const at = (line: number, code: string, file = 'a.ts'): Finding => ({
  file,
  line,
  code,
  severity: 'error',
  message: `message of ${code}`,
});
const says = (findings: Finding[], rest: Partial<Judgement> = {}): Judgement => ({
  findings,
  silentOn: () => undefined,
  ...rest,
});
const RULES: Rules = { byMessage: false, variants: [] };

describe('the answer of a tool beside the compiler', () => {
  const check = (reported: Finding[], expected: Finding[], before: Finding[] = []): number[] => {
    const { right, missed, invented, stale } = compareFindings(
      'a.ts',
      reported,
      says(expected),
      before,
      RULES,
    );
    return [right, missed.length, invented.length, stale.length];
  };

  test.each<[string, Finding[], Finding[], Finding[], number[]]>([
    ['both clean', [], [], [], [0, 0, 0, 0]],
    [
      'equal, in another order, one of them twice',
      [at(2, '1'), at(1, '2'), at(2, '1')],
      [at(1, '2'), at(2, '1')],
      [],
      [2, 0, 0, 0],
    ],
    ['an error of the compiler that was not reported', [], [at(1, '1')], [], [0, 1, 0, 0]],
    ['a report that the compiler does not have', [at(1, '1')], [], [], [0, 0, 1, 0]],
    ['the right error on the wrong line', [at(2, '1')], [at(1, '1')], [], [0, 1, 1, 0]],
    ['what was true before the edit', [at(1, '1')], [at(3, '1')], [at(1, '1')], [0, 1, 1, 1]],
    ['errors of other files', [], [at(1, '1', 'b.ts')], [], [0, 0, 0, 0]],
  ])('%s', (_what, reported, expected, before, want) =>
    expect(check(reported, expected, before)).toEqual(want),
  );

  test('is compared by its words where there is no code, and where codes say little', () => {
    const worded = (message: string, code?: string): Finding => ({
      file: 'a.ts',
      line: 1,
      severity: 'error',
      message,
      code,
    });
    expect(compareFindings('a.ts', [worded('one\n  more')], says([worded('one')]), [], RULES)).toMatchObject({
      right: 1,
      invented: [],
    });
    expect(compareFindings('a.ts', [worded('one')], says([worded('two')]), [], RULES)).toMatchObject({
      right: 0,
      missed: [{}],
      invented: [{}],
    });
    expect(
      compareFindings('a.ts', [worded('one', 'Code')], says([worded('one')]), [], {
        ...RULES,
        byMessage: true,
      }),
    ).toMatchObject({ right: 1 });
  });

  test('known differences are named, and everything else of the same kind is not excused', () => {
    const suggested = compareFindings(
      'a.ts',
      [at(1, '2552'), at(2, '2552')],
      says([at(1, '2304'), at(2, '2322')]),
      [],
      tscRules,
    );
    expect(suggested).toMatchObject({
      right: 1,
      missed: [at(2, '2322')],
      invented: [at(2, '2552')],
      differences: [{ kind: 'right under another name' }],
    });
    const silent = compareFindings(
      'a.ts',
      [at(1, '1')],
      says([at(2, '2')], { silentOn: () => 'the compiler stopped' }),
      [],
      RULES,
    );
    expect(silent).toMatchObject({
      missed: [at(2, '2')],
      invented: [],
      differences: [{ name: 'the compiler stopped', kind: 'not judged' }],
    });
    const echoes = [{ name: 'only the first', findings: [at(2, '2'), at(3, '3')] }];
    expect(
      compareFindings('a.ts', [at(1, '1'), at(3, '3')], says([at(1, '1')], { echoes }), [], RULES),
    ).toMatchObject({
      right: 1,
      missed: [],
      invented: [],
      differences: [{ name: 'only the first', kind: 'left out', finding: at(2, '2') }],
    });
  });
});

describe('what a tool has reported', () => {
  const diagnostic = {
    file: 'a.ts',
    line: 3,
    character: 5,
    severity: 'error',
    message: 'wrong',
    code: 1,
  } as const;
  const report = (outcome: 'complete' | 'timed-out') => ({
    files: { 'a.ts': [diagnostic] },
    others: {},
    othersComplete: true,
    servers: [{ id: 'typescript', root: '.', outcome, ms: 1 }],
  });
  const TEXT =
    'Done.\n\n<diagnostics file="a.ts">\nERROR [3:5] wrong (1)\n</diagnostics>\n<diagnostics file="b.ts">\nERROR [9:9] other\n</diagnostics>';

  test('are the diagnostics of its report that its text shows', () => {
    expect(answerOf(report('complete'), TEXT, 'a.ts', 'typescript')).toEqual({
      kind: 'answered',
      diagnostics: [diagnostic],
    });
    expect(answerOf(report('complete'), TEXT.replace('[3:5]', '[3:6]'), 'a.ts', 'typescript')).toEqual({
      kind: 'answered',
      diagnostics: [],
    });
  });

  test('is nothing where the server was late, was not asked, or the file is not in the report', () => {
    expect(answerOf(report('timed-out'), TEXT, 'a.ts', 'typescript')).toEqual({
      kind: 'no answer',
      reason: 'typescript: timed-out',
    });
    expect(answerOf(report('complete'), TEXT, 'a.ts', 'gopls')).toEqual({
      kind: 'no answer',
      reason: 'gopls: not asked',
    });
    expect(answerOf(report('complete'), TEXT, 'c.ts', 'typescript')).toMatchObject({ kind: 'no answer' });
    expect(answerOf(undefined, TEXT, 'a.ts', 'typescript')).toMatchObject({ kind: 'no answer' });
  });
});

describe('the report', () => {
  const answered = {
    kind: 'answered',
    right: 1,
    missed: [],
    invented: [],
    stale: [],
    differences: [],
    warnings: { right: 0, missed: [] },
  } as const;
  const one = (number: number, outcome: Case['outcome']): Case => ({
    number,
    action: 'mutation',
    kind: 'break syntax',
    tool: 'edit',
    file: 'a.ts',
    asking: 'tool',
    isFirst: true,
    unannounced: [],
    outcome,
  });
  const cases = [
    one(1, answered),
    one(2, { ...answered, missed: [at(4, '2304')] }),
    one(3, { ...answered, invented: [at(5, '1'), at(6, '2')], stale: [at(6, '2')] }),
    one(4, { kind: 'no answer', reason: 'typescript: timed-out', expected: [at(7, '3')] }),
  ];
  const about = { seed: 5, mutations: 9 };
  const row = {
    judges: 'edits',
    ...{ id: 'query', language: 'TypeScript', title: 'query-core 1', compiler: 'tsc' },
    ...{ cases, processes: { '5.9.3': 1 }, seconds: 3 },
  } as const;

  test('sums up', () => {
    const score = scoreOf(cases);
    expect(score).toMatchObject({ edits: 4, right: 3, missed: 1, invented: 2, stale: 1, noAnswer: 1 });
    expect([precision(score), recall(score)]).toEqual([0.6, 0.75]);
    expect(cases.map(isFlawed)).toEqual([false, true, true, true]);
  });

  test('never rounds up to 1', () =>
    expect([1, 0.999999, 0.5].map(share)).toEqual(['1.0', '0.9999', '0.5000']));

  test.each([
    ['on the terminal', [...resultSummary(row), ...flawsOf(row, about)].join('\n')],
    ['in docs', accuracySections({ subjects: [row], origins: [], fixes: [] }, about)['flaws'] ?? ''],
  ])('%s: every case that is not right, with the command that repeats it', (_where, text) => {
    expect(text).toContain('missed: a.ts:4 2304 message of 2304');
    expect(text).toContain('invented: a.ts:5 1 message of 1');
    expect(text).toContain('stale: a.ts:6 2 message of 2');
    expect(text).toContain('no answer: typescript: timed-out');
    expect(text).toContain('--only query --seed 5 --mutations 9 --case 3');
    expect(text).not.toContain('--case 1');
  });
});
