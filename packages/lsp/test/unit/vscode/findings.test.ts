import { expect, test } from 'bun:test';
import * as fc from 'fast-check';

import { findingsOf } from '../../../src/channels/tools/vscode/findings.ts';
import { sha256Hex } from '../../../src/channels/tools/paging/state.ts';
import type { Diagnostic } from '../../../src/types.ts';

const URI = 'file:///work/a.ts';

const small = fc.integer({ min: 1, max: 3 });
const diagnostics: fc.Arbitrary<Diagnostic> = fc.record(
  {
    file: fc.constant('a.ts'),
    line: small,
    character: small,
    endLine: small,
    endCharacter: small,
    severity: fc.constantFrom('error', 'warning', 'info', 'hint'),
    message: fc.constantFrom('a', 'b'),
    code: fc.constantFrom('1', 1, 'x', ''),
    source: fc.constantFrom('ts', 'eslint'),
  },
  { requiredKeys: ['file', 'line', 'character', 'severity', 'message'] },
);

test('gateway-contract 7.6: 0-based ranges, severities as numbers, codes as strings, and what is missing left out', () => {
  const { diagnostics: found } = findingsOf(URI, [
    {
      file: 'a.ts',
      line: 3,
      character: 5,
      endLine: 4,
      endCharacter: 1,
      severity: 'error',
      code: 2322,
      source: 'ts',
      message: 'full',
    },
    { file: 'a.ts', line: 1, character: 2, severity: 'hint', message: 'bare' },
  ]);
  expect(found).toEqual([
    {
      id: `sha256:${sha256Hex(`${URI}|0:1|0:1|4|||bare`)}`,
      range: { start: { line: 0, character: 1 }, end: { line: 0, character: 1 } },
      severity: 4,
      message: 'bare',
    },
    {
      id: `sha256:${sha256Hex(`${URI}|2:4|3:0|1|2322|ts|full`)}`,
      range: { start: { line: 2, character: 4 }, end: { line: 3, character: 0 } },
      severity: 1,
      code: '2322',
      source: 'ts',
      message: 'full',
    },
  ]);
});

test('gateway-contract 4.2 4.3: in whatever order they come, they leave in one, and each once', () => {
  const orders = fc
    .array(diagnostics, { maxLength: 12 })
    .chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
    );
  fc.assert(
    fc.property(orders, ([list, shuffledTwice]) => {
      const { diagnostics: found } = findingsOf(URI, list);
      expect(findingsOf(URI, shuffledTwice).diagnostics).toEqual(found);
      const distinct = new Set(found.map((finding) => JSON.stringify(finding)));
      expect(distinct.size).toBe(found.length);
      // Nothing got lost.
      for (const diagnostic of list)
        expect(distinct.has(JSON.stringify(findingsOf(URI, [diagnostic]).diagnostics[0]))).toBe(true);
    }),
  );
});

test('gateway-contract 4.2: by start, severity, code, source, message; what has no code or source comes last', () => {
  const at = { file: 'a.ts', line: 1, character: 1, endLine: 1, endCharacter: 2 } as const;
  const inOrder: Diagnostic[] = [
    { ...at, severity: 'error', code: 10, source: 'ts', message: 'z' },
    { ...at, severity: 'error', code: 9, source: 'eslint', message: 'z' },
    { ...at, severity: 'error', code: 9, source: 'ts', message: 'a' },
    { ...at, severity: 'error', code: 9, source: 'ts', message: 'b' },
    { ...at, severity: 'error', code: 9, message: 'a' },
    { ...at, severity: 'error', source: 'eslint', message: 'a' },
    { ...at, severity: 'error', message: 'a' },
    { ...at, severity: 'warning', code: 1, message: 'a' },
    { ...at, character: 2, severity: 'error', code: 1, message: 'a' },
    { ...at, line: 2, severity: 'error', code: 1, message: 'a' },
  ];
  const { diagnostics: wanted } = findingsOf(URI, inOrder);
  expect(wanted.map(({ severity, code, source, message }) => [severity, code, source, message])).toEqual(
    inOrder.map(({ severity, code, source, message }) => [
      severity === 'error' ? 1 : 2,
      code?.toString(),
      source,
      message,
    ]),
  );
});

test('gateway-contract 7.7: of one file the first 200', () => {
  const many = Array.from({ length: 201 }, (_, index): Diagnostic => ({
    file: 'a.ts',
    line: 201 - index,
    character: 1,
    severity: 'error',
    message: 'x',
  }));
  const { diagnostics: found, isCut } = findingsOf(URI, many);
  expect([found.length, found[0]?.range.start.line, found.at(-1)?.range.start.line, isCut]).toEqual([
    200,
    0,
    199,
    true,
  ]);
  expect(findingsOf(URI, [...many.slice(1), ...many.slice(1)]).isCut).toBe(false);
});
