import { expect, test } from 'bun:test';
import fc from 'fast-check';

import {
  boundedItems,
  countedFindings,
  MOST_FINDINGS,
  Room,
} from '../../src/client/documents/bounded-items.ts';
import { toDiagnostic } from '../../src/client/documents/to-diagnostic.ts';
import { numberOf } from '../../src/diagnostics.ts';
import { besides } from '../../src/engine/base/cross-server-duplicates.ts';
import { mergeFindings } from '../../src/engine/base/merge.ts';
import { goneSince, stoodBefore } from '../../src/engine/changes/pair.ts';
import type { Diagnostic, Severity } from '../../src/types.ts';

const at = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 1 } });
const many = (count: number, severity?: number, message = 'm'): object[] =>
  Array.from({ length: count }, (_, line) => ({
    range: at(line),
    message: `${message}${line}`,
    ...(severity !== undefined && { severity }),
  }));
const read = (items: readonly unknown[]): Diagnostic[] =>
  boundedItems(items).flatMap((item) => toDiagnostic('a', item) ?? []);
const of = (list: readonly Diagnostic[], wanted: Severity): Diagnostic[] =>
  list.filter(({ severity }) => severity === wanted);

test('a list that is not too long is passed on as it is, whatever is in it', () => {
  const list = [...many(MOST_FINDINGS - 2), null, 7];
  expect(boundedItems(list)).toBe(list as never);
  expect([boundedItems(undefined), boundedItems({})]).toEqual([[], []]);
});

test('of a longer one the errors are kept first, in their order, and all others are counted', () => {
  const list = read([
    ...many(MOST_FINDINGS, 4, 'h'),
    ...many(MOST_FINDINGS, 2, 'w'),
    ...many(9),
    null,
    'x',
    { message: 'nowhere' },
  ]);
  expect([of(list, 'error'), of(list, 'warning'), of(list, 'hint')].map(numberOf)).toEqual([
    9,
    MOST_FINDINGS,
    MOST_FINDINGS,
  ]);
  expect(of(list, 'error').map(({ message }) => message)).toEqual(
    Array.from({ length: 9 }, (_, n) => `m${n}`),
  );
  expect(
    list
      .filter(({ count }) => count !== undefined)
      .map(({ severity, count, line }) => [severity, count, line]),
  ).toEqual([
    ['warning', 10, MOST_FINDINGS - 9],
    ['hint', MOST_FINDINGS, 1],
  ]);
});

test('few findings that are very long are counted, too; so is one that is longer than all may be', () => {
  const long = read(
    Array.from({ length: 40 }, (_, line) => ({
      range: at(line),
      severity: 1,
      message: 'x'.repeat(1024 * 1024),
    })),
  );
  expect(numberOf(long)).toBe(40);
  expect(long.reduce((sum, { message }) => sum + message.length, 0)).toBeLessThan(10 * 1024 * 1024);
  const deep = read([
    { range: at(0), message: 'm', data: Array.from({ length: 3_000_000 }, () => 0) },
    ...many(1),
  ]);
  expect([numberOf(deep), deep.length]).toEqual([2, 1]);
});

test('no server can forge an entry that counts', () => {
  expect(read([{ ...many(1)[0], count: 1e9 }]).map(({ count }) => count)).toEqual([undefined]);
});

test('findings of several servers that are not listed are one entry for each severity', () => {
  const [one, other] = [read(many(MOST_FINDINGS + 5)), read(many(MOST_FINDINGS + 7, 1, 'n'))];
  const merged = mergeFindings([one, other], new Set<Severity>(['error']));
  expect([numberOf(merged), merged.filter(({ count }) => count !== undefined).length]).toEqual([
    2 * MOST_FINDINGS + 12,
    1,
  ]);
});

test('there is room for the findings of many files, then for their numbers, then for none', () => {
  const room = new Room();
  const finding: Diagnostic = { file: 'a', line: 1, character: 1, severity: 'error', message: 'm' };
  const list = Array.from({ length: 1000 }, () => finding);
  const kept = Array.from({ length: 1100 }, (_, file) => room.take(String(file), list, countedFindings));
  expect(kept.filter((each) => each === list).length).toBeWithin(50, 200);
  expect(kept.every((each) => each !== undefined && numberOf(each) === 1000)).toBe(true);
  expect(room.isOverfull).toBe(false);
  for (const file of ['0', '1', '2']) room.leave(file);
  expect(room.take('again', list, countedFindings)).toBe(list);
  for (let file = 0; file < 40_000; file++) room.take(`more ${file}`, list, countedFindings);
  expect(room.isOverfull).toBe(true);
});

test('what may be among those that are only counted has not been caused, and is not gone', () => {
  const text = Array.from({ length: 9 }, (_, line) => `${line}`).join('\n');
  const error = (line: number): Diagnostic => ({
    file: 'a',
    line,
    character: 1,
    severity: 'error',
    message: `e${line}`,
  });
  const rest = (line: number, count: number): Diagnostic => ({
    ...error(line),
    message: `${count} more`,
    count,
  });
  const before = { diagnostics: [error(1), error(2), rest(3, 6)], text };
  const now = { diagnostics: [error(2), error(3), rest(4, 5)], text };
  expect([...stoodBefore(before, now)].map(({ line }) => line).sort()).toEqual([2, 3, 4]);
  expect(goneSince(before, now).map(({ line }) => line)).toEqual([1]);
  // Lines that were added have findings of their own, before and behind.
  const added = { diagnostics: [error(1), rest(2, 9)], text: `new\n${text}` };
  expect([...stoodBefore(before, added)].map(({ line }) => line)).toEqual([2]);
  expect(goneSince(before, { diagnostics: [], text }).map(({ line }) => line)).toEqual([1, 2, 3]);
});

const span = fc.record({
  line: fc.integer({ min: 1, max: 20 }),
  lines: fc.integer({ min: 0, max: 5 }),
  ends: fc.boolean(),
});

test('findings that share a line with others are left out, however many there are', () => {
  const finding = ({ line, lines, ends }: { line: number; lines: number; ends: boolean }): Diagnostic => ({
    file: 'a',
    line,
    character: 1,
    endLine: line + lines,
    endCharacter: ends ? 1 : 2,
    severity: 'error',
    message: 'm',
  });
  const last = ({ line, endLine = line, endCharacter }: Diagnostic): number =>
    endCharacter === 1 ? Math.max(line, endLine - 1) : endLine;
  fc.assert(
    fc.property(fc.array(span), fc.array(span), (these, those) => {
      const [ours, others] = [these.map(finding), those.map(finding)];
      expect(besides(ours, others)).toEqual(
        ours.filter((one) => !others.some((other) => one.line <= last(other) && other.line <= last(one))),
      );
    }),
  );
  const all = Array.from({ length: 50_000 }, (_, line) => finding({ line: 2 * line, lines: 0, ends: false }));
  expect(
    besides(
      all,
      all.map((one) => ({ ...one, line: one.line + 1, endLine: one.line + 1 })),
    ),
  ).toHaveLength(50_000);
});
