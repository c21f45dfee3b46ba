import type { Diagnostic } from '@vybestack/llxprt-lsp-core';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FileResult } from '../src/check/check-files.js';
import { toCheckJson } from '../src/check/report-json.js';
import { formatFile, formatSummary, formatTroubles } from '../src/check/report-text.js';
import { CheckResults } from '../src/check/report.js';
import type { Trouble } from '../src/check/targets.js';
import { recordingIo } from './support/io.js';

const ROOT = process.platform === 'win32' ? 'C:\\w' : '/w';

const fileResult = (diagnostics: Partial<Diagnostic>[], over: Partial<FileResult> = {}): FileResult => ({
  file: 'src/a b.ts',
  named: false,
  diagnostics: diagnostics.map((given) => ({
    file: 'src/a b.ts',
    line: 2,
    character: 5,
    severity: 'error',
    message: 'wrong',
    ...given,
  })),
  judgedBy: ['typescript'],
  failures: [],
  ...over,
});

const path = join('src', 'a b.ts');
it.each<[title: string, diagnostics: Partial<Diagnostic>[], text: string]>([
  ['nothing of a clean file', [], ''],
  ['position, severity, message and code', [{ code: 2322 }], `${path}:2:5 error wrong (2322)\n`],
  ['no code where there is none', [{ severity: 'hint' }], `${path}:2:5 hint wrong\n`],
  [
    'one line of each',
    [{ message: 'a\n  b' }, { message: 'c' }],
    `${path}:2:5 error a b\n${path}:2:5 error c\n`,
  ],
  [
    'nothing that moves the cursor',
    [{ message: '\u001b[2Jx\u0008y', code: '\u001b[31mz' }],
    `${path}:2:5 error x\\u{8}y (z)\n`,
  ],
])('prints %s', (_title, diagnostics, text) => {
  expect(formatFile(fileResult(diagnostics), ROOT, recordingIo(ROOT))).toBe(text);
});

it('prints paths relative to where the user is', () => {
  const io = recordingIo(join(ROOT, 'test', 'deep'));
  expect(formatFile(fileResult([{}]), ROOT, io)).toBe(`${join('..', '..', path)}:2:5 error wrong\n`);
});

function reportOf(results: FileResult[], troubles: Trouble[] = []): CheckResults {
  const report = new CheckResults();
  for (const one of results) report.add(one);
  report.troubles.push(...troubles);
  return report;
}

it.each<[report: CheckResults, summary: string]>([
  [reportOf([]), 'Nothing was judged.'],
  [reportOf([fileResult([])]), 'No errors or warnings in 1 file.'],
  [
    reportOf([fileResult([{}, { severity: 'warning' }, {}]), fileResult([])]),
    '2 errors, 1 warning in 2 files.',
  ],
  [
    reportOf([
      fileResult([{}, { line: 3, message: '140 more', count: 140 }, { severity: 'warning', count: 2 }]),
    ]),
    '141 errors, 2 warnings in 1 file.',
  ],
  [
    reportOf([fileResult([]), fileResult([], { judgedBy: [], refused: 'binary' })]),
    'No errors or warnings in 1 file; 1 file skipped (binary).',
  ],
  [
    reportOf([fileResult([], { failures: [{ server: 'eslint', reason: 'eslint is broken' }] })]),
    'Nothing was judged; 1 file not judged by every server.',
  ],
  [
    reportOf([fileResult([], { judgedBy: [] })]),
    'Nothing was judged; 1 file skipped (no language server is for this file).',
  ],
  [
    reportOf([fileResult([{}], { failures: [{ server: 'eslint', reason: 'eslint is broken' }] })]),
    '1 error in 1 file; 1 file not judged by every server.',
  ],
])('sums up: %#', (report, summary) => {
  expect(formatSummary(report, ['error', 'warning'])).toBe(summary);
});

it('counts what is wrong in other files on its own, and errors there are errors', () => {
  const report = reportOf([fileResult([])]);
  expect(report.exitCode()).toBe(0);
  report.others = {
    files: [{ file: 'b.rs', diagnostics: fileResult([{}, { severity: 'warning' }]).diagnostics }],
    complete: true,
  };
  expect(formatSummary(report, ['error', 'warning'])).toBe(
    'No errors or warnings in 1 file; 1 error, 1 warning in 1 other file.',
  );
  expect(report.exitCode()).toBe(1);
});

it('an entry that only counts findings is as many of them', () => {
  const { diagnostics } = fileResult([{ severity: 'warning', count: 5 }]);
  const report = reportOf([fileResult([{ severity: 'warning', count: 5 }])]);
  expect([report.exitCode(9), report.exitCode(4)]).toEqual([0, 1]);
  expect(toCheckJson(ROOT, report).summary).toMatchObject({ warning: 5 });
  report.others = { files: [{ file: 'b.rs', diagnostics }], complete: true };
  expect([report.exitCode(10), report.exitCode(9)]).toEqual([0, 1]);
  expect(formatSummary(report, ['error', 'warning'])).toBe(
    '5 warnings in 1 file; 5 warnings in 1 other file.',
  );
});

it('names what was not judged once for each reason', () => {
  const many = Array.from({ length: 7 }, (_, index) => ({
    path: `${index}.go`,
    reason: 'gopls is unavailable',
  }));
  const report = reportOf(
    [],
    [...many, { path: 'x\n.ts', reason: 'no such file or folder' }, { reason: 'LSP unavailable: gone' }],
  );
  expect(formatTroubles(report)).toEqual([
    'not judged: 0.go, 1.go, 2.go, 3.go, 4.go and 2 more: gopls is unavailable',
    'not judged: x\\u{a}.ts: no such file or folder',
    'LSP unavailable: gone',
  ]);
});

it('has one shape as JSON', () => {
  const report = reportOf(
    [fileResult([{ code: 'x', endLine: 2, endCharacter: 9 }])],
    [{ path: 'b.go', reason: 'no gopls' }, { reason: 'gone' }],
  );
  report.add(fileResult([], { file: 'c.ts', judgedBy: [], refused: 'too large' }));
  expect(JSON.parse(JSON.stringify(toCheckJson(ROOT, report)))).toEqual({
    version: 1,
    workspace: ROOT,
    files: [
      {
        path: 'src/a b.ts',
        judgedBy: ['typescript'],
        diagnostics: [
          {
            file: 'src/a b.ts',
            line: 2,
            character: 5,
            endLine: 2,
            endCharacter: 9,
            severity: 'error',
            message: 'wrong',
            code: 'x',
          },
        ],
      },
    ],
    troubles: [{ path: 'b.go', reason: 'no gopls' }, { reason: 'gone' }],
    skipped: [{ path: 'c.ts', reason: 'too large' }],
    summary: { judged: 1, error: 1, warning: 0, info: 0, hint: 0 },
  });
});

it('has other files in its JSON where they were asked for', () => {
  const report = reportOf([fileResult([])]);
  expect(toCheckJson(ROOT, report)).not.toHaveProperty('others');
  const { diagnostics } = fileResult([{}]);
  report.others = { files: [{ file: 'b.rs', diagnostics }], complete: false };
  expect(toCheckJson(ROOT, report)).toMatchObject({
    others: [{ path: 'b.rs', diagnostics }],
    othersComplete: false,
    summary: { error: 0 },
  });
});

it.each<[warnings: number, allowed: number | undefined, code: number]>([
  [2, undefined, 0],
  [2, 2, 0],
  [2, 1, 1],
  [1, 0, 1],
  [0, 0, 0],
])('with %i warnings, and %s allowed, it exits with %i', (warnings, allowed, code) => {
  const report = reportOf([
    fileResult(Array.from({ length: warnings }, () => ({ severity: 'warning' as const }))),
  ]);
  expect(report.exitCode(allowed)).toBe(code);
});

it('packages that are not installed are no clean result, and are reported once', () => {
  const report = reportOf([fileResult([])]);
  for (const imports of [1, 2])
    report.addUninstalled([{ manifest: 'pyproject.toml', imports, install: 'uv sync' }]);
  expect(formatTroubles(report)).toEqual([
    'dependencies of pyproject.toml are not installed; to install them: uv sync',
  ]);
  expect(report.exitCode()).toBe(2);
});
