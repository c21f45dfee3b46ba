import { expect, test } from 'bun:test';

import { toDiagnostic } from '../../src/client/documents/to-diagnostic.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import { remapStaleDiagnostics } from '../../src/engine/question/remap-stale-diagnostics.ts';
import { KnownFiles } from '../../src/engine/session/known-files.ts';
import { compareText } from '../../src/support/compare.ts';
import { merge, sortedRecord } from '../../src/engine/base/merge.ts';
import type { Diagnostic, Severity } from '../../src/types.ts';

const RANGE = { start: { line: 0, character: 4 }, end: { line: 2, character: 0 } };
const PLACE = { line: 1, character: 5, endLine: 3, endCharacter: 1 };

const CONVERTED: [title: string, item: unknown, want: Partial<Diagnostic> | undefined][] = [
  [
    'everything',
    { range: RANGE, severity: 2, message: 'm', code: 'no-var', source: 'eslint' },
    { severity: 'warning', code: 'no-var', source: 'eslint' },
  ],
  ['information', { range: RANGE, severity: 3, message: 'm' }, { severity: 'info' }],
  ['a hint', { range: RANGE, severity: 4, message: 'm' }, { severity: 'hint' }],
  ['no severity', { range: RANGE, message: 'm' }, { severity: 'error' }],
  ['a severity that LSP does not have', { range: RANGE, severity: 9, message: 'm' }, { severity: 'error' }],
  [
    'a number for a code, zero too',
    { range: RANGE, severity: 1, message: 'm', code: 0 },
    { severity: 'error', code: 0 },
  ],
  [
    'no code where it is empty or an object',
    { range: RANGE, severity: 1, message: 'm', code: '' },
    { severity: 'error' },
  ],
  [
    'a code that is an object',
    { range: RANGE, severity: 1, message: 'm', code: { value: 1, target: 'x' } },
    { severity: 'error' },
  ],
  ['no message', { range: RANGE }, undefined],
  ['no range', { message: 'm' }, undefined],
  ['half a range', { range: { start: RANGE.start }, message: 'm' }, undefined],
  ['half a position', { range: { start: { line: 1 }, end: RANGE.end }, message: 'm' }, undefined],
  ['nothing', null, undefined],
];

test('REQ-FMT-080: an item of a server becomes a finding with places from 1, or nothing where it is none', () => {
  for (const [title, item, want] of CONVERTED) {
    expect([title, toDiagnostic('a.ts', item)]).toEqual([
      title,
      want && ({ file: 'a.ts', ...PLACE, message: 'm', ...want } as Diagnostic),
    ]);
  }
});

function finding(line: number, message: string, more: Partial<Diagnostic> = {}): Diagnostic {
  return {
    file: 'a.ts',
    line,
    character: 1,
    endLine: line,
    endCharacter: 9,
    severity: 'error',
    message,
    ...more,
  };
}

const ALL: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

test('REQ-FMT-030 REQ-FMT-070: findings come once, by line, column, severity and message, whoever found them and in whatever order', () => {
  const want = [
    finding(1, 'a', { character: 2, severity: 'hint' }),
    finding(2, 'error', {}),
    finding(2, 'also', { severity: 'warning' }),
    finding(2, 'be', { severity: 'warning' }),
    finding(2, 'be', { severity: 'warning', endCharacter: 10 }),
    finding(10, 'z'),
  ];
  const said = [...want, finding(10, 'z', { source: 'another', code: 7 })];
  expect(merge([said], new Set(ALL))).toEqual(want);
  expect(
    merge(want.map((one) => [one]).reverse(), new Set(ALL)).map(({ message, line }) => [line, message]),
  ).toEqual(want.map(({ message, line }) => [line, message]));
});

test('REQ-FMT-065: only the wanted severities are left', () => {
  const said = ALL.map((severity, line) => finding(line, severity, { severity }));
  for (const wanted of [[], ['error'], ['hint', 'warning'], ALL] as Severity[][]) {
    expect(
      merge([said], new Set(wanted))
        .map(({ severity }) => severity)
        .sort(),
    ).toEqual([...wanted].sort());
  }
});

test('REQ-ARCH-080: paths are ordered by code unit, in every locale alike', () => {
  const paths = ['b', 'a/z', 'a', 'Z', 'a/a', 'ä', 'a-b', '🎉', '\uFF5E'];
  expect(paths.toSorted(compareText)).toEqual(paths.toSorted());
  expect(Object.keys(sortedRecord(paths.map((key) => [key, key])))).toEqual(paths.toSorted());
});

const BEFORE = 'one\ntwo\nthree\nfour\nfive';

const CARRIED: [title: string, after: string, from: number, to: number | undefined][] = [
  ['the same text', BEFORE, 3, 3],
  ['a change below', 'one\ntwo\nthree\nFOUR\nfive', 3, 3],
  ['a change above', 'ONE\ntwo\nthree\nfour\nfive', 3, 3],
  ['lines added above', 'zero\none\nmore\ntwo\nthree\nfour\nfive', 3, 5],
  ['lines removed above', 'three\nfour\nfive', 3, 1],
  ['its own line changed', 'one\ntwo\nTHREE\nfour\nfive', 3, undefined],
  ['its own line removed', 'one\ntwo\nfour\nfive', 3, undefined],
  ['the last line, kept', 'ONE\nfive', 5, 2],
  ['the first line, kept', 'one\nother', 1, 1],
  ['everything else', '', 3, undefined],
  ['its line moved out of the changed part', 'three\none\ntwo\nfour\nfive', 3, undefined],
];

test('what was found about an older text stands where its line stands now, and nowhere if the line is another', () => {
  for (const [title, after, from, to] of CARRIED) {
    expect([
      title,
      remapStaleDiagnostics([finding(from, 'm')], BEFORE, after).map(({ line, endLine }) => [line, endLine]),
    ]).toEqual([title, to === undefined ? [] : [[to, to]]]);
  }
});

test('a finding over several lines is kept only if all of them are', () => {
  const over = (after: string): unknown[] =>
    remapStaleDiagnostics([finding(2, 'm', { endLine: 4 })], BEFORE, after).map(({ line, endLine }) => [
      line,
      endLine,
    ]);
  expect(over(`zero\n${BEFORE}`)).toEqual([[3, 5]]);
  expect(over(BEFORE.replace('three', 'drei'))).toEqual([]);
  expect(over(BEFORE.replace('four', 'vier'))).toEqual([]);
  expect(over(BEFORE.replace('five', 'fünf'))).toEqual([[2, 4]]);
});

test('a finding without an end moves too', () => {
  const { endLine: _, endCharacter: __, ...open } = finding(3, 'm');
  expect(remapStaleDiagnostics([open], BEFORE, `zero\n${BEFORE}`)).toEqual([{ ...open, line: 4 }]);
});

const A = '/w/a.ts' as AdmittedPath;
const B = '/w/b.ts' as AdmittedPath;

test('REQ-KNOWN-010 REQ-KNOWN-020 REQ-KNOWN-030: a server knows the files that it holds findings for, until they are empty or it ends', () => {
  const known = new KnownFiles();
  const [one, two] = [{}, {}];
  const paths = (): AdmittedPath[][] => [known.pathsOf(one), known.pathsOf(two)];
  expect(paths()).toEqual([[], []]);
  known.answered(one, A, [finding(1, 'm')], 'text');
  known.published(two, A, [finding(1, 'm')]);
  known.published(two, B, [finding(1, 'm')]);
  expect(paths()).toEqual([[A], [A, B]]);
  known.answered(one, A, [], 'mended');
  known.published(two, B, []);
  expect(paths()).toEqual([[], [A]]);
  known.forget(two, A);
  expect(paths()).toEqual([[], []]);
  known.answered(one, A, [finding(2, 'm')], 'text');
  known.answered(two, B, [finding(2, 'm')], 'text');
  known.drop(two);
  expect(paths()).toEqual([[A], []]);
  known.clear();
  expect(paths()).toEqual([[], []]);
});

test('an answer is remembered with its text, a publish without one, and a clean answer as an answer', () => {
  const known = new KnownFiles();
  const server = {};
  known.published(server, A, [finding(1, 'm')]);
  expect([known.finding(server, A)?.text, known.wasAnswered(server, A)]).toEqual([undefined, false]);
  known.answered(server, A, [finding(1, 'm')], 'text');
  expect([known.finding(server, A)?.text, known.wasAnswered(server, A)]).toEqual(['text', true]);
  known.answered(server, A, [], 'text');
  expect([known.finding(server, A)?.diagnostics, known.wasAnswered(server, A)]).toEqual([[], true]);
  known.forget(server, A);
  expect([known.finding(server, A), known.wasAnswered(server, A)]).toEqual([undefined, false]);
});

test('the epoch grows with everything that is learnt or forgotten, and wakes whoever waits for it to pass', async () => {
  const known = new KnownFiles();
  const server = {};
  const workspaceVersion = [known.epoch];
  const learn: (() => void)[] = [
    () => known.answered(server, A, [], ''),
    () => known.published(server, B, []),
    () => known.forget(server, A),
    () => known.drop(server),
    () => known.clear(),
    () => known.advance(),
  ];
  for (const step of learn) {
    const waiting = known.whenPast(known.epoch, new AbortController().signal);
    step();
    expect(await waiting).toBe(true);
    workspaceVersion.push(known.epoch);
  }
  expect(new Set(workspaceVersion).size).toBe(learn.length + 1);
  expect(workspaceVersion).toEqual(workspaceVersion.toSorted((a, b) => a - b));
  expect(await known.whenPast(known.epoch, AbortSignal.abort())).toBe(false);
  expect(await known.whenPast(-1, AbortSignal.abort())).toBe(true);
});
