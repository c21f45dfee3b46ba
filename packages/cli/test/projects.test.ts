import {
  LSP_DEFAULTS,
  type CheckedProject,
  type CheckProjectParams,
  type Diagnostic,
  type Project,
  type ProjectReport,
} from '@vybestack/llxprt-lsp-core';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkByCheckers } from '../src/check/by-checkers.js';
import { toCheckJson } from '../src/check/report-json.js';
import { formatSummary, formatTroubles } from '../src/check/report-text.js';
import { CheckResults } from '../src/check/report.js';
import type { CheckOptions, Task } from '../src/check/task.js';
import { diagnostic, project } from './support/checked.js';
import { folderOf, recordingIo } from './support/io.js';

interface Given {
  files?: Record<string, string>;
  paths?: string[];
  changed?: string[];
  options?: Partial<CheckOptions>;
  /** What a service with these answers, as the sidecar does. */
  projects?: CheckedProject[];
  found?: Record<string, Diagnostic[]>;
}

interface Outcome {
  report: CheckResults;
  root: string;
  isThere: boolean;
  asked: CheckProjectParams[];
  told: string[];
}

/** Of a file in a folder `none`, nobody judges anything. */
async function checked({
  files = { 'a.ts': '' },
  paths = [],
  changed,
  options,
  projects = [project()],
  found = {},
}: Given): Promise<Outcome> {
  const root = folderOf(files);
  const [asked, told]: [CheckProjectParams[], string[]] = [[], []];
  const report = new CheckResults();
  const task: Task = {
    client: {
      check: () => Promise.reject(new Error('no server is asked')),
      status: () => Promise.reject(new Error('no server is asked')),
      projects: async (params): Promise<Project[]> =>
        params?.paths?.every((path) => path.includes('none')) === true ? [] : projects,
      checkProject: async (params): Promise<ProjectReport> => {
        asked.push(params);
        return { files: found, projects };
      },
    },
    lsp: LSP_DEFAULTS,
    io: recordingIo(root),
    workspaceRoot: root,
    paths,
    options: { workspace: root, format: 'text', project: true, others: false, ...options },
    changed: changed?.map((file) => join(root, file)),
    progress: undefined,
    tell: ({ file }) => told.push(file),
  };
  const isThere = await checkByCheckers(report, task);
  return { report, root, isThere, asked, told };
}

describe('of whole projects', () => {
  it('findings are listed by file, with who found them', async () => {
    const projects = [
      project({ sources: ['ts'] }),
      project({ checker: 'eslint', root: 'web', sources: ['eslint'] }),
      project({ root: 'web', checker: 'tsc', sources: ['ts'] }),
    ];
    const found = {
      'web/a.ts': [
        diagnostic({ file: 'web/a.ts', source: 'ts' }),
        diagnostic({ file: 'web/a.ts', source: 'eslint', severity: 'warning' }),
      ],
    };
    const { report, root, asked, told } = await checked({ projects, found });
    expect(asked).toEqual([
      {
        paths: [root],
        only: [
          { checker: 'tsc', root: '.' },
          { checker: 'eslint', root: 'web' },
          { checker: 'tsc', root: 'web' },
        ],
      },
    ]);
    expect(told).toEqual(['web/a.ts']);
    expect(toCheckJson(root, report)).toEqual({
      version: 1,
      workspace: root,
      files: [{ path: 'web/a.ts', judgedBy: ['eslint', 'tsc'], diagnostics: found['web/a.ts'] }],
      troubles: [],
      skipped: [],
      projects,
      summary: { judged: 1, error: 1, warning: 1, info: 0, hint: 0 },
    });
    expect(report.exitCode()).toBe(1);
  });

  it.each<[title: string, given: Partial<CheckedProject>, timeout: number | undefined, trouble: string]>([
    [
      'is missing',
      { outcome: 'unavailable', reason: 'no ruff', install: 'pip install ruff' },
      undefined,
      'tsc is unavailable: no ruff (install: pip install ruff)',
    ],
    [
      'does not run',
      { outcome: 'broken', reason: 'exit code 127' },
      undefined,
      'tsc is broken: exit code 127',
    ],
    [
      'gave up',
      { outcome: 'incomplete', reason: 'tsconfig.json: unknown option' },
      undefined,
      'tsc has not judged all of it: tsconfig.json: unknown option',
    ],
    ['takes too long', { outcome: 'cancelled' }, 70, 'tsc had not ended after 70 ms; --timeout allows more'],
    ['was ended', { outcome: 'cancelled' }, undefined, 'tsc was ended'],
  ])('one whose checker %s is trouble, whatever else was found', async (_title, given, timeout, trouble) => {
    const projects = [project(), project({ root: 'web', ...given })];
    const { report, asked } = await checked({
      projects,
      options: { timeout },
      found: { 'a.ts': [diagnostic()] },
    });
    expect(asked[0]?.timeout).toBe(timeout);
    expect(formatTroubles(report)).toEqual([`not judged: web: ${trouble}`]);
    expect(report.exitCode()).toBe(2);
    expect(formatSummary(report, ['error'])).toBe(
      '1 error in 1 file; judged by tsc 5.9.3; 1 project not judged completely.',
    );
  });

  const partly: Partial<CheckedProject> = {
    outcome: 'incomplete',
    reason: 'no types while a syntax error is there',
    sources: ['ts'],
  };
  const at = (file: string, given: Partial<Diagnostic> = {}): Record<string, Diagnostic[]> => ({
    [file]: [diagnostic({ file, source: 'ts', ...given })],
  });
  it.each<[title: string, code: number, projects: CheckedProject[], found: Record<string, Diagnostic[]>]>([
    ['has errors that keep its checker from the rest has errors', 1, [project(partly)], at('a.ts')],
    ['has them in a file beside it', 1, [project({ ...partly, root: 'app' })], at('lib/a.ts')],
    [
      'has them in a file of one further down, which fails by them, too',
      1,
      [project(partly), project({ ...partly, root: 'web' })],
      at('web/a.ts'),
    ],
    ['has only warnings was not judged', 2, [project(partly)], at('a.ts', { severity: 'warning' })],
    ['has nothing was not judged', 2, [project({ ...partly, sources: [] })], {}],
    [
      'has errors that nobody is notified of was not judged, whatever another one has',
      2,
      [project({ ...partly, root: 'web' }), project({ root: 'api', sources: ['ts'] })],
      at('api/a.ts'),
    ],
    [
      'has errors beside one whose program is missing',
      2,
      [project(partly), project({ checker: 'ruff', outcome: 'unavailable' })],
      at('a.ts'),
    ],
    ['was ended', 2, [project({ ...partly, outcome: 'cancelled' })], at('a.ts')],
  ])('one that %s: exit code %d', async (_title, code, projects, found) => {
    const { report, root } = await checked({ projects, found });
    expect(report.exitCode()).toBe(code);
    // Nothing is clean for that.
    expect(toCheckJson(root, report).troubles).toHaveLength(
      projects.filter(({ outcome }) => outcome !== 'complete').length,
    );
  });

  it('what is named and in no project is trouble; kinds of files are asked about once', async () => {
    const files = Object.fromEntries(['a.ts', 'none/a.txt', 'none/b.txt'].map((name) => [name, '']));
    const { report, root, asked } = await checked({
      files,
      paths: ['a.ts', 'none/a.txt', 'none/b.txt', 'none', 'gone.ts', '..'],
    });
    expect(asked).toEqual([{ paths: [join(root, 'a.ts')], only: [{ checker: 'tsc', root: '.' }] }]);
    const nobody = 'no compiler or linter has a project that it belongs to';
    expect(report.troubles).toEqual([
      { path: 'gone.ts', reason: 'no such file or folder' },
      { path: '..', reason: expect.stringMatching(/^outside the workspace/) },
      ...['none/a.txt', 'none/b.txt', 'none'].map((path) => ({ path, reason: nobody })),
    ]);
    expect(report.exitCode()).toBe(2);
  });

  it('a workspace without any has nothing wrong', async () => {
    const { report, asked } = await checked({ projects: [] });
    expect(asked).toEqual([]);
    expect([report.exitCode(), formatSummary(report, ['error'])]).toEqual([
      0,
      'Nothing was judged: no compiler or linter has a project here.',
    ]);
  });
});

describe('since a revision', () => {
  const projects = [
    project({ root: '.' }),
    project({ root: 'api' }),
    project({ checker: 'go', root: 'api/go' }),
    project({ root: 'web' }),
  ];
  const files = { 'web/a.ts': '', 'web/b.ts': '', 'api/x.ts': '', 'api/go/m.go': '' };

  it.each<[changed: string[], judged: string[]]>([
    [['web/a.ts'], ['tsc web', 'cargo ..']],
    [['api/go/m.go'], ['tsc api', 'go api/go', 'cargo ..']],
    [
      ['web/a.ts', 'README.md'],
      ['tsc .', 'tsc web', 'cargo ..'],
    ],
  ])('where %j has changed, %j judge, and nobody beside them', async (changed, judged) => {
    const above = project({ checker: 'cargo', root: '..' });
    const { root, asked } = await checked({ files, projects: [...projects, above], changed });
    expect(asked.map(({ paths }) => paths)).toEqual([[root]]);
    expect(asked[0]?.only?.map(({ checker, root: at }) => `${checker} ${at}`)).toEqual(judged);
  });

  it('only what is found in files that have changed counts', async () => {
    const found = {
      'web/a.ts': [diagnostic({ file: 'web/a.ts' })],
      'web/b.ts': [diagnostic({ file: 'web/b.ts' })],
    };
    const { report, told } = await checked({ files, projects, changed: ['web/b.ts'], found });
    expect([told, report.count('error')]).toEqual([['web/b.ts'], 1]);
  });

  it('of what is named, only what has changed is asked about, and owed a result', async () => {
    const { report, root, asked } = await checked({
      files: { ...files, 'none/x': '' },
      projects,
      paths: ['web', 'api', 'none/x'],
      changed: ['web/a.ts'],
    });
    expect(asked).toEqual([{ paths: [join(root, 'web')], only: [{ checker: 'tsc', root: 'web' }] }]);
    expect(report.troubles).toEqual([]);
  });

  it('nothing is run where nothing has changed', async () => {
    const { report, asked } = await checked({ files, projects, changed: [], options: { since: 'HEAD' } });
    expect([asked, report.exitCode(), formatSummary(report, ['error'])]).toEqual([
      [],
      0,
      'Nothing was judged: no file has changed since HEAD.',
    ]);
  });

  it('nor where nothing of a project has', async () => {
    const { report, asked } = await checked({
      files,
      projects: projects.slice(1),
      changed: ['README.md'],
      options: { since: 'HEAD' },
    });
    expect([asked, report.exitCode(), formatSummary(report, ['error'])]).toEqual([
      [],
      0,
      'Nothing was judged: no file of a project has changed since HEAD.',
    ]);
  });
});

it.each<[report: Partial<CheckedProject>[], summary: string]>([
  [
    [{}, { root: 'web' }, { checker: 'go', program: { name: 'go', path: '/go', origin: 'path' } }],
    'No errors; judged by tsc 5.9.3 in 2 projects, go.',
  ],
  [[{ outcome: 'incomplete' }], 'Nothing was judged completely.'],
  [[{}, { outcome: 'broken' }], 'No errors; judged by tsc 5.9.3; 1 project not judged completely.'],
])('sums up %#', (rows, summary) => {
  const report = new CheckResults();
  report.projects = rows.map((row) => project(row));
  expect(formatSummary(report, ['error'])).toBe(summary);
});
