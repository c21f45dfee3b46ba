import { expect, test } from 'bun:test';

import {
  besides,
  type ServerFindings,
  withoutCrossServerDuplicates,
} from '../../src/engine/base/cross-server-duplicates.ts';
import type { Diagnostic, Severity } from '../../src/types.ts';

const ERRORS: ReadonlySet<Severity> = new Set(['error']);

/** `3 text`, `3-5 text`: an error on these lines; with `!` in front a warning. */
function finding(brief: string): Diagnostic {
  const [, mark, line = '', end, message = ''] = /^(!?)(\d+)(?:-(\d+))? (.*)$/.exec(brief) ?? [];
  const range = { line: Number(line), character: 1, endLine: Number(end ?? line), endCharacter: 9 };
  return { file: 'a.py', ...range, severity: mark === '!' ? 'warning' : 'error', message };
}

const FIRST = { id: 'first', role: 'compiler' } as const satisfies ServerFindings['definition'];
const SECOND = {
  id: 'second',
  role: 'compiler',
  crossServerDuplicates: { linesOf: 'first' },
} as const satisfies ServerFindings['definition'];

const TABLE: [title: string, first: string[] | undefined, second: string[], left: string[]][] = [
  ['what only the second has stays', ['1 a'], ['2 b', '3 c'], ['2 b', '3 c']],
  ["a line of the first is the first's", ['2 a'], ['2 b', '3 c'], ['3 c']],
  ['one problem may begin on another line for each', ['2-4 a'], ['1-2 b', '3 c', '5 d'], ['5 d']],
  ['without the first there is only the second', undefined, ['2 b'], ['2 b']],
  ['where the first finds nothing the second counts', [], ['2 b'], ['2 b']],
  ['what nobody reads has not been said', ['!2 a'], ['2 b'], ['2 b']],
  ['two problems on one line are two of one server', ['9 a'], ['2 b', '2 c'], ['2 b', '2 c']],
];

test('REQ-FMT-070: of two compilers one has a say first about the lines that it speaks of', () => {
  for (const [title, first, second, left] of TABLE) {
    const allFindings: ServerFindings[] = [{ definition: SECOND, diagnostics: second.map(finding) }];
    if (first !== undefined) allFindings.unshift({ definition: FIRST, diagnostics: first.map(finding) });
    expect([title, withoutCrossServerDuplicates(allFindings, ERRORS).at(-1)]).toEqual([
      title,
      left.map(finding),
    ]);
    if (first !== undefined)
      expect([title, withoutCrossServerDuplicates(allFindings, ERRORS)[0]]).toEqual([
        title,
        first.map(finding),
      ]);
  }
});

test('the end of a range at the beginning of a line is not on it', () => {
  const upToThird = { ...finding('2-3 a'), endCharacter: 1 };
  expect(besides([finding('3 b'), finding('2 c')], [upToThird]).map(({ message }) => message)).toEqual(['b']);
  const empty = { ...finding('3 a'), endCharacter: 1 };
  expect(besides([finding('3 b')], [empty])).toEqual([]);
});

test('REQ-LANG-040: a linter is an echo by its codes, of any compiler and of no linter', () => {
  const linter: ServerFindings = {
    definition: { id: 'lint', role: 'linter', crossServerDuplicates: ['F821', ''] },
    diagnostics: [
      { ...finding('1 undefined'), code: 'F821' },
      { ...finding('1 unused'), code: 'F401' },
      finding('2 no code'),
    ],
  };
  const left = (beside: ServerFindings[]): string[] =>
    (withoutCrossServerDuplicates([linter, ...beside], ERRORS)[0] ?? []).map(({ message }) => message);
  expect(left([{ definition: FIRST, diagnostics: [] }])).toEqual(['unused']);
  expect(left([{ definition: { id: 'other', role: 'linter' }, diagnostics: [] }])).toEqual([
    'undefined',
    'unused',
    'no code',
  ]);
});
