import { describe, expect, test } from 'vitest';
import type { BenchResult, CodeBaseResult } from '../src/results.js';
import type { Comparison } from '../src/stats.js';
import { targetsOf } from '../src/targets.js';
import { sections, wrongLines } from '../src/report.js';
import { chart } from '../src/chart.js';

const MIB = 1024 * 1024;

function comparison(ours: number, floor: number): Comparison {
  return {
    ours,
    floor,
    ratio: ours / floor,
    pairedRatio: ours / floor,
    oursP95: ours,
    floorP95: floor,
    count: 1,
  };
}

const subject: CodeBaseResult = {
  id: 'zod-ts7',
  kind: 'code base',
  title: 'zod & co < 5',
  files: 3,
  lines: 400,
  load: 0.2,
  cold: comparison(110, 100),
  warm: comparison(13.5, 10),
  batch: comparison(130, 100),
  verdicts: { ours: { count: 40, wrong: [] }, floor: { count: 40, wrong: [] } },
  late: 0,
  resident: { sidecar: 40 * MIB, server: 500 * MIB, floorServer: 490 * MIB },
};

const startup = {
  id: 'startup',
  kind: 'startup',
  ready: comparison(160, 100),
  answer: comparison(200, 100),
  resident: comparison(48 * MIB, 32 * MIB),
} as const;
const plainEdit = { id: 'plain-edit', kind: 'plain edit', edit: comparison(3.9, 2) } as const;
const small = {
  id: 'one-file-go',
  kind: 'one file',
  title: 'gopls',
  cold: comparison(236, 176),
  host: comparison(170, 176),
  verdicts: { ours: { count: 18, wrong: [] }, floor: { count: 18, wrong: [] } },
} as const;
const result: BenchResult = { startup, plainEdit, subjects: [subject], small: [small] };
const ABOUT = { cores: 2, 'GiB of memory': 24, platform: 'linux x64', Bun: '1.4.5', gopls: '0.24.0' };
const pageOf = (given: BenchResult): string => Object.values(sections(ABOUT, given)).join('\n');

const withSubject = (changes: Partial<CodeBaseResult>): BenchResult => ({
  ...result,
  subjects: [{ ...subject, ...changes }],
});
const missed = (given: BenchResult): string[] =>
  targetsOf(given).flatMap(({ what, met }) => (met ? [] : [what]));
const wrong = {
  phase: 'warm',
  file: 'a.ts',
  verdict: 'missed',
  detail: 'expected 2322 in line 3, got nothing',
} as const;
const oneWrong = withSubject({
  verdicts: { ours: { count: 40, wrong: [wrong] }, floor: { count: 40, wrong: [] } },
});

describe('targets', () => {
  test('a limit that is just reached is met', () => expect(missed(result)).toEqual([]));

  const check = (title: string, given: BenchResult, want: string): void => {
    test(title, () => expect(missed(given)).toEqual([want]));
  };
  check('one wrong verdict', oneWrong, 'wrong verdicts');
  check('cold over 1.1', withSubject({ cold: comparison(111, 100) }), 'zod-ts7: cold');
  check('an edit over 1.15 and 2 ms', withSubject({ warm: comparison(13.6, 10) }), 'zod-ts7: warm');
  check('a patch over 1.3', withSubject({ batch: comparison(131, 100) }), 'zod-ts7: 20 files');
  check(
    'ready over 1.6',
    { ...result, startup: { ...startup, ready: comparison(161, 100) } },
    'spawn to ready',
  );
  check(
    'a size over 16 MiB',
    { ...result, startup: { ...startup, resident: comparison(49 * MIB, 32 * MIB) } },
    'resident when ready',
  );
  check(
    '2 ms for a plain edit',
    { ...result, plainEdit: { ...plainEdit, edit: comparison(4, 2) } },
    'edit of a file without a server',
  );

  check(
    'over 60 ms in a workspace of one file',
    { ...result, small: [{ ...small, host: comparison(237, 176) }] },
    'one-file-go: cold, as a host asks',
  );

  test('wrong results of the floor are shown, not counted', () => {
    const verdicts = { ours: { count: 40, wrong: [] }, floor: { count: 40, wrong: [wrong] } };
    expect(missed(withSubject({ verdicts }))).toEqual([]);
    expect(wrongLines({ ...subject, verdicts })).toEqual([
      'WRONG zod-ts7, floor, warm: missed in a.ts: expected 2322 in line 3, got nothing',
    ]);
  });
});

describe('the report', () => {
  test('has the figures of a run in its table', () => {
    expect(pageOf(result)).toContain('| zod & co < 5 | 400 | 110 ms, 100 ms, **x 1.10** |');
    expect(pageOf(result)).toContain('All are met.');
  });

  test('has the workspaces of one file, with what is added', () => {
    expect(pageOf(result)).toContain(
      '| gopls | 236 ms, 176 ms, **+ 60 ms** | 170 ms, 176 ms, **- 6.0 ms** | 0 of 18 |',
    );
  });

  test('names the machine and its programs', () => {
    expect(pageOf(result)).toContain(
      '2 cores, 24 GiB of memory, linux x64, Bun 1.4.5, gopls 0.24.0. Load average when a code base began, at most: 0.2',
    );
  });

  test('says none where no server runs between two questions', () => {
    const row = pageOf(withSubject({ resident: { sidecar: 40 * MIB, server: 0, floorServer: 0 } }));
    expect(row).toContain('| zod & co < 5 | 40 MiB | none | none |');
  });

  test('names the answers that a session would not have waited for', () => {
    expect(pageOf(result)).toContain('No answer of ours took longer');
    expect(pageOf(withSubject({ late: 2 }))).toContain('2 of zod & co < 5');
  });

  test('names the targets that were missed', () => {
    expect(pageOf(oneWrong)).toContain('- wrong verdicts: 1 of 58; the limit is 0');
  });
});

describe('the chart', () => {
  const texts = (svg: string): string[] =>
    [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
  const widths = (svg: string, kind: string): number[] =>
    [...svg.matchAll(new RegExp(`class="${kind}" [^>]*width="([\\d.]+)"`, 'g'))]
      .slice(1)
      .map(([, width]) => Number(width));

  test('names the code base and labels every bar', () => {
    const shown = texts(chart(result));
    expect(shown).toEqual(
      expect.arrayContaining([
        'zod-ts7',
        '110 ms, x 1.10',
        '100 ms',
        '14 ms, x 1.35',
        '10 ms',
        '130 ms, x 1.30',
      ]),
    );
  });

  test('draws ours as a multiple of the floor', () => {
    const svg = chart(result);
    const [floor = 0] = widths(svg, 'floor');
    expect(widths(svg, 'floor')).toEqual([floor, floor, floor]);
    expect(widths(svg, 'ours').map((width) => Number((width / floor).toFixed(2)))).toEqual([1.1, 1.35, 1.3]);
  });

  test('never draws a bar out of its panel', () => {
    const [floor = 0] = widths(chart(result), 'floor');
    const [cold = 0] = widths(chart(withSubject({ cold: comparison(5000, 100) })), 'ours');
    expect(cold).toBeLessThanOrEqual(2 * floor);
  });
});
