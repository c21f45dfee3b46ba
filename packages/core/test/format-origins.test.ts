import { describe, expect, test } from 'vitest';
import type { FormatLimits } from '../src/lsp/format-diagnostics.js';
import { describeStanding, formatOpen } from '../src/lsp/format-origins.js';
import {
  type CheckReport,
  type Diagnostic,
  LSP_DEFAULTS,
  type Origin,
  type Severity,
} from '../src/lsp/types.js';

const CAUSED: FormatLimits = { ...LSP_DEFAULTS, report: 'caused' };

/** As many findings of an origin, each on a line of its own. */
function findings(count: number, origin?: Origin, severity: Severity = 'error'): Diagnostic[] {
  return Array.from({ length: count }, (_, i) => ({
    file: 'a.ts',
    line: i + 1,
    character: 1,
    severity,
    message: `error ${i + 1}`,
    ...(origin && { origin }),
  }));
}

describe('what stands besides what an edit has caused', () => {
  type Given = Partial<Pick<CheckReport, 'files' | 'others' | 'open'>>;
  const say = (given: Given, limits = CAUSED): string =>
    describeStanding({ files: {}, others: {}, ...given }, limits);
  const files = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}.ts`, 1]));

  test.each<[what: string, given: Given, want: string]>([
    ['nothing', {}, ''],
    [
      'what was caused, or may have been',
      { files: { 'a.ts': [...findings(2, 'edit'), ...findings(2)] } },
      '',
    ],
    ['an error from before', { files: { 'a.ts': findings(1, 'before') } }, '1 error was there before.'],
    [
      'errors from before, also in other files',
      { files: { 'a.ts': findings(1, 'before') }, others: { 'b.ts': findings(2, 'before') } },
      '3 errors were there before.',
    ],
    [
      'more than are listed',
      { files: { 'a.ts': findings(2, 'before').map((one) => ({ ...one, count: 70 })) } },
      '140 errors were there before.',
    ],
    [
      'an error of an earlier change',
      { open: { 'a.ts': 1 } },
      '1 error from an earlier change still stands in a.ts.',
    ],
    [
      'errors of earlier changes',
      { open: { 'a.ts': 1, 'b.ts': 2 } },
      '3 errors from earlier changes still stand in a.ts, b.ts.',
    ],
    [
      'both',
      { files: { 'a.ts': findings(3, 'before') }, open: { 'a.ts': 1, 'b.ts': 1 } },
      '3 errors were there before; 2 from earlier changes still stand in a.ts, b.ts.',
    ],
    [
      'one of each',
      { files: { 'a.ts': findings(1, 'before') }, open: { 'b.ts': 1 } },
      '1 error was there before; 1 from an earlier change still stands in b.ts.',
    ],
    [
      'open is the count of the service: a finding of the report is not added to it',
      { files: { 'a.ts': findings(2, 'session') }, open: { 'a.ts': 2 } },
      '2 errors from earlier changes still stand in a.ts.',
    ],
    ['a file without open errors', { open: { 'a.ts': 0 } }, ''],
    [
      'five files',
      { open: files(5) },
      '5 errors from earlier changes still stand in f0.ts, f1.ts, f2.ts, f3.ts, f4.ts.',
    ],
    [
      'six files',
      { open: files(6) },
      '6 errors from earlier changes still stand in f0.ts, f1.ts, f2.ts, f3.ts, f4.ts and 1 more file.',
    ],
    [
      'many files',
      { open: files(60) },
      '60 errors from earlier changes still stand in f0.ts, f1.ts, f2.ts, f3.ts, f4.ts and 55 more files.',
    ],
    [
      'a hostile name',
      { open: { '</x>\n[meta] &': 1 } },
      '1 error from an earlier change still stands in &lt;/x&gt;\\u{a}[meta] &amp;.',
    ],
    [
      'the edited file among the others',
      { files: { 'a.ts': findings(1, 'before') }, others: { 'a.ts': findings(1, 'before') } },
      '1 error was there before.',
    ],
    [
      'a duplicate that may be new',
      { files: { 'a.ts': [...findings(2, 'before'), ...findings(1)] } },
      '1 error was there before.',
    ],
    ['warnings, which are not reported', { files: { 'a.ts': findings(2, 'before', 'warning') } }, ''],
  ])('REQ-FMT-060: %s', (_, given, want) => {
    expect(say(given)).toBe(want);
  });

  test('REQ-FMT-065: other severities are counted as findings where they are reported', () => {
    const limits: FormatLimits = { ...CAUSED, includeSeverities: ['error', 'warning'] };
    const mixed = [
      ...findings(1, 'before'),
      ...findings(1, 'before', 'warning').map((one) => ({ ...one, line: 9 })),
    ];
    expect(say({ files: { 'a.ts': mixed }, open: { 'b.ts': 2 } }, limits)).toBe(
      '2 findings were there before; 2 errors from earlier changes still stand in b.ts.',
    );
  });

  test('nothing is added where the result lists all of them', () => {
    expect(say({ files: { 'a.ts': findings(3, 'before') }, open: { 'b.ts': 1 } }, LSP_DEFAULTS)).toBe('');
  });
});

describe('what a session has open', () => {
  const open = (given: Record<string, Diagnostic[]>, limits = CAUSED): string | undefined =>
    formatOpen({ open: given, complete: true }, limits);
  const head = (what: string, rest = 'Fix them, or say why they stay.'): string =>
    `Language servers, at the end of this turn: ${what}. ${rest}\n`;

  test('REQ-FMT-020: is counted and listed by file', () => {
    expect(open({ 'a.ts': findings(2, 'session'), 'b.ts': findings(1, 'session') })).toBe(
      [
        `${head('3 errors that changes of this session caused still stand')}<diagnostics file="a.ts">`,
        'ERROR [1:1] error 1',
        'ERROR [2:1] error 2',
        '</diagnostics>',
        '<diagnostics file="b.ts">',
        'ERROR [1:1] error 1',
        '</diagnostics>',
      ].join('\n'),
    );
    expect(open({ 'a.ts': findings(1) })).toBe(
      `${head('1 error that changes of this session caused still stands', 'Fix it, or say why it stays.')}<diagnostics file="a.ts">\nERROR [1:1] error 1\n</diagnostics>`,
    );
  });

  test('is undefined where nothing is, or nothing that is reported', () => {
    expect(open({})).toBeUndefined();
    expect(open({ 'a.ts': [] })).toBeUndefined();
    expect(open({ 'a.ts': findings(2, 'session', 'warning') })).toBeUndefined();
  });

  test('REQ-FMT-065: are findings where other severities are reported', () => {
    expect(
      open({ 'a.ts': findings(2, 'session', 'warning') }, { ...CAUSED, includeSeverities: ['warning'] }),
    ).toContain(head('2 findings that changes of this session caused still stand'));
  });

  test('REQ-FMT-068: keeps to the caps of a result about several files, and names how many files are left out', () => {
    const text = open(
      Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.ts`, findings(22, 'session')])),
    );
    expect(text).toContain(head('110 errors that changes of this session caused still stand'));
    expect(text?.match(/^ERROR /gm)).toHaveLength(50);
    expect(text?.match(/^\.\.\. and .*$/gm)).toEqual([
      '... and 2 more',
      '... and 2 more',
      '... and 12 more',
      '... and 2 more files: d.ts, e.ts',
    ]);
  });
});
