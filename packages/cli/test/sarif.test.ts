import type { CheckedProject, Diagnostic } from '@vybestack/llxprt-lsp-core';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Baseline } from '../src/check/baseline.js';
import { toSarif } from '../src/check/format-sarif.js';
import { CheckResults } from '../src/check/report.js';
import { diagnostic, project } from './support/checked.js';
import { folderOf } from './support/io.js';
import { sarifProblem } from './support/sarif-schema.js';

const root = process.platform === 'win32' ? 'C:\\w' : '/w #';

interface Log {
  runs: {
    tool: { driver: { name: string; version?: string } };
    invocations: { executionSuccessful: boolean }[];
    results: unknown[];
  }[];
}

/** A log, after it was found to be one by the standard's schema. */
function logOf(report: CheckResults): Log {
  const log = toSarif(root, report);
  expect(sarifProblem(JSON.parse(JSON.stringify(log)))).toBeUndefined();
  return log as Log;
}

function byServers(diagnostics: Diagnostic[], baseline?: Baseline): CheckResults {
  const report = new CheckResults(baseline);
  const { file } = diagnostics[0] ?? diagnostic();
  report.add({ file, named: true, diagnostics, judgedBy: ['typescript'], failures: [] });
  return report;
}

function byCheckers(projects: CheckedProject[], found: Diagnostic[] = []): CheckResults {
  const report = new CheckResults();
  report.projects = projects;
  for (const file of new Set(found.map((one) => one.file)))
    report.addFound(
      file,
      found.filter((one) => one.file === file),
    );
  return report;
}

it('the schema refuses what is no log', () => {
  expect(sarifProblem({ version: '2.1.0', runs: [{ tool: { driver: {} }, results: [] }] })).toMatch(/name/);
  const log = toSarif(root, byServers([diagnostic({ line: 0 })]));
  expect(sarifProblem(JSON.parse(JSON.stringify(log)))).toMatch(/startLine must be >= 1/);
});

describe('a log is one by the schema of SARIF 2.1.0', () => {
  it.each<[title: string, diagnostics: Diagnostic[]]>([
    ['nothing found', []],
    [
      'each severity',
      (['error', 'warning', 'info', 'hint'] as const).map((severity) => diagnostic({ severity })),
    ],
    [
      'codes of both kinds, more than once',
      [
        diagnostic({ code: 2322, source: 'ts' }),
        diagnostic({ code: 2322, source: 'ts', line: 9 }),
        diagnostic({ code: 'no-undef', source: 'eslint' }),
      ],
    ],
    [
      'a range, and one without width',
      [diagnostic({ endLine: 4, endCharacter: 1 }), diagnostic({ endLine: 2, endCharacter: 5 })],
    ],
    [
      'what goes with it, on lines of its own',
      [diagnostic({ message: 'first defined here:\n  src/b.ts:1:1\r\n\tand "there"' })],
    ],
    ['a message that is empty', [diagnostic({ message: '' })]],
    ['emoji', [diagnostic({ file: '👩‍💻/é ü.ts', message: '👩‍💻 is not 👨', code: '🦀', source: '🦀' })]],
    ['a name that is half a character', [diagnostic({ file: 'a\ud83d.ts' })]],
    ['a name with what URIs are made of', [diagnostic({ file: 'a#b?c%20/d:e&[f].ts' })]],
    ['a path with backslashes', [diagnostic({ file: 'C:\\src\\a b.ts' })]],
  ])('%s', (_title, diagnostics) => {
    const { runs } = logOf(byServers(diagnostics));
    expect(runs.flatMap(({ results }) => results)).toHaveLength(diagnostics.length);
  });

  it('what a baseline leaves', () => {
    const folder = folderOf({
      'known.json': JSON.stringify({
        version: 1,
        files: [{ path: 'src/a b.ts', diagnostics: [diagnostic({ code: 1 })] }],
      }),
    });
    const baseline = Baseline.read(join(folder, 'known.json'));
    if (typeof baseline === 'string') throw new Error(baseline);
    const { runs } = logOf(byServers([diagnostic({ code: 1, line: 7 }), diagnostic({ code: 2 })], baseline));
    expect(runs[0]?.results).toEqual([expect.objectContaining({ ruleId: '2' })]);
  });

  it('what could not be judged, by whatever name it was asked for', () => {
    const report = byServers([]);
    report.troubles.push(
      { path: 'src/x.ts', reason: 'no such file' },
      { path: '../x é.ts', reason: 'outside' },
      { path: join(root, 'y.ts'), reason: 'outside' },
      { reason: 'gone' },
    );
    expect(logOf(report).runs[0]?.invocations[0]).toMatchObject({ executionSuccessful: false });
  });
});

describe('of a check of projects', () => {
  it('it has a run for each program, with its version, also where it has found nothing', () => {
    const eslint = project({
      checker: 'eslint',
      root: 'web',
      sources: ['eslint'],
      program: { name: 'eslint', path: '/e', version: '10.0.0', origin: 'workspace' },
    });
    const old = project({
      root: 'web',
      program: { name: 'tsc', path: '/t', version: '4.9.5', origin: 'workspace' },
    });
    const { runs } = logOf(
      byCheckers(
        [eslint, project(), old],
        [diagnostic({ file: 'web/a.ts', source: 'eslint', code: 'semi' })],
      ),
    );
    expect(
      runs.map(({ tool: { driver }, results }) => [driver.name, driver.version, results.length]),
    ).toEqual([
      ['eslint', '10.0.0', 1],
      ['tsc', '4.9.5, 5.9.3', 0],
    ]);
  });

  it('analyzers that name themselves are of the program that runs them', () => {
    const go = project({
      checker: 'go',
      sources: ['compiler', 'printf'],
      program: { name: 'go', path: '/go', origin: 'path' },
    });
    const { runs } = logOf(
      byCheckers(
        [go],
        [
          diagnostic({ file: 'a.go', source: 'printf', code: 'printf' }),
          diagnostic({ file: 'a.go', source: 'compiler' }),
        ],
      ),
    );
    expect(runs.map(({ tool: { driver }, results }) => [driver, results.length])).toEqual([
      [{ name: 'go', rules: [{ id: 'printf' }] }, 2],
    ]);
  });

  it('what is found in a file beside the project is of its program', () => {
    const { runs } = logOf(
      byCheckers(
        [project({ root: 'app', sources: ['ts'] })],
        [diagnostic({ file: 'shared/a.ts', source: 'ts' })],
      ),
    );
    expect(
      runs.map(({ tool: { driver }, results }) => [driver.name, driver.version, results.length]),
    ).toEqual([['tsc', '5.9.3', 1]]);
  });

  it('only the run of the program that is missing has failed', () => {
    const ruff: CheckedProject = {
      checker: 'ruff',
      language: 'Python (Ruff)',
      root: '.',
      outcome: 'unavailable',
      ms: 0,
    };
    const report = byCheckers([project(), ruff]);
    report.troubles.push({
      path: '.',
      reason: 'ruff is unavailable (install: pip install ruff)',
      project: ruff,
    });
    expect(
      logOf(report).runs.map(({ tool: { driver }, invocations }) => [
        driver.name,
        invocations[0]?.executionSuccessful,
      ]),
    ).toEqual([
      ['ruff', false],
      ['tsc', true],
    ]);
  });
});
