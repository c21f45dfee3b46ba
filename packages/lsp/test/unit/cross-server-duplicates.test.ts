import { expect, test } from 'bun:test';

import {
  besides,
  type ReportedFindings,
  withoutCrossServerDuplicates,
} from '../../src/engine/base/cross-server-duplicates.ts';
import { scriptKind } from '../../src/languages/eslint/kinds.ts';
import { pythonKind } from '../../src/languages/python/kinds.ts';
import type { Diagnostic, Severity } from '../../src/types.ts';

const ERRORS: ReadonlySet<Severity> = new Set(['error']);

/** `3 text`, `3-5 text`: an error on these lines; with `!` in front a warning. */
function finding(brief: string): Diagnostic {
  const [, mark, line = '', end, message = ''] = /^(!?)(\d+)(?:-(\d+))? (.*)$/.exec(brief) ?? [];
  const range = { line: Number(line), character: 1, endLine: Number(end ?? line), endCharacter: 9 };
  return { file: 'a.py', ...range, severity: mark === '!' ? 'warning' : 'error', message };
}

const FIRST = { id: 'first', role: 'compiler' } as const satisfies ReportedFindings['definition'];
const SECOND = {
  id: 'second',
  role: 'compiler',
  crossServerDuplicates: { linesOf: 'first' },
} as const satisfies ReportedFindings['definition'];

const TABLE: [title: string, first: string[] | undefined, second: string[], left: string[]][] = [
  ['what only the second has stays', ['1 a'], ['2 b', '3 c'], ['2 b', '3 c']],
  ["a line of the first is the first's", ['2 a'], ['2 b', '3 c'], ['3 c']],
  ['one problem may begin on another line for each', ['2-4 a'], ['1-2 b', '3 c', '5 d'], ['5 d']],
  ['without the first there is only the second', undefined, ['2 b'], ['2 b']],
  ['where the first finds nothing the second counts', [], ['2 b'], ['2 b']],
  ['what nobody reads has not been reported', ['!2 a'], ['2 b'], ['2 b']],
  ['two problems on one line are two of one server', ['9 a'], ['2 b', '2 c'], ['2 b', '2 c']],
];

test('REQ-FMT-070: of two compilers one has precedence on the lines that it reports on', () => {
  for (const [title, first, second, left] of TABLE) {
    const allFindings: ReportedFindings[] = [{ definition: SECOND, diagnostics: second.map(finding) }];
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

test('REQ-LANG-040: a linter is a duplicate by its codes, of any compiler and of no linter', () => {
  const linter: ReportedFindings = {
    definition: { id: 'lint', role: 'linter', crossServerDuplicates: ['F821', ''] },
    diagnostics: [
      { ...finding('1 undefined'), code: 'F821' },
      { ...finding('1 unused'), code: 'F401' },
      finding('2 no code'),
    ],
  };
  const left = (beside: ReportedFindings[]): string[] =>
    (withoutCrossServerDuplicates([linter, ...beside], ERRORS)[0] ?? []).map(({ message }) => message);
  expect(left([{ definition: FIRST, diagnostics: [] }])).toEqual(['unused']);
  expect(left([{ definition: { id: 'other', role: 'linter' }, diagnostics: [] }])).toEqual([
    'undefined',
    'unused',
    'no code',
  ]);
});

test('one finding on one place by several tools is one line, and another one beside it stays', () => {
  const by = (id: string, role: 'compiler' | 'linter', ...diagnostics: Diagnostic[]): ReportedFindings => ({
    definition: { id, role, kindOf: role === 'compiler' || id === 'ruff' ? pythonKind : scriptKind },
    diagnostics,
  });
  const at = (character: number, code: string, severity: Severity = 'error'): Diagnostic => ({
    ...finding('1 x'),
    character,
    endCharacter: character + 3,
    code,
    severity,
  });
  const run = (id: string, ...diagnostics: Diagnostic[]): ReportedFindings => {
    const { definition } = by(id, 'compiler');
    return { definition: { ...definition, run: { reads: [] } }, diagnostics };
  };
  const left = (...all: ReportedFindings[]): string[][] =>
    withoutCrossServerDuplicates(all, new Set<Severity>(['error', 'warning'])).map((list) =>
      list.map(({ character, code }) => `${character} ${code ?? ''}`),
    );
  const biome = (...findings: Diagnostic[]): ReportedFindings => by('biome', 'linter', ...findings);
  const eslint = (...findings: Diagnostic[]): ReportedFindings => by('eslint', 'linter', ...findings);
  const oxlint = (...findings: Diagnostic[]): ReportedFindings => by('oxlint', 'linter', ...findings);
  expect(
    left(
      biome(at(5, 'lint/correctness/noUnusedVariables', 'warning')),
      eslint(at(5, '@typescript-eslint/no-unused-vars')),
      oxlint(at(5, 'eslint(no-unused-vars)')),
    ),
  ).toEqual([[], ['5 @typescript-eslint/no-unused-vars'], []]);
  expect(left(biome(at(5, 'lint/suspicious/noDebugger')), oxlint(at(5, 'eslint(no-debugger)')))).toEqual([
    ['5 lint/suspicious/noDebugger'],
    [],
  ]);
  // Of one tool, two are two; elsewhere on the line it is another one, and so is another rule.
  expect(
    left(
      eslint(at(5, 'no-var'), at(5, 'eqeqeq')),
      oxlint(at(9, 'eslint(no-var)'), at(5, 'eslint(no-empty)')),
    ),
  ).toEqual([
    ['5 no-var', '5 eqeqeq'],
    ['9 eslint(no-var)', '5 eslint(no-empty)'],
  ]);
  expect(
    left(
      run('mypy', at(5, 'arg-type'), at(5, 'return-value'), at(12, 'name-defined')),
      by('pyright', 'compiler', at(6, 'reportArgumentType'), at(12, 'reportUndefinedVariable')),
      by('ruff', 'linter', at(12, 'F821')),
    ),
  ).toEqual([['5 return-value'], ['6 reportArgumentType', '12 reportUndefinedVariable'], []]);
  // A finding that nobody reads hides none.
  expect(
    left(
      by('mypy', 'compiler', at(5, 'arg-type', 'hint')),
      by('pyright', 'compiler', at(5, 'reportArgumentType')),
    ),
  ).toEqual([['5 arg-type'], ['5 reportArgumentType']]);
});
