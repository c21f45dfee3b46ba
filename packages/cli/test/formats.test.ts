import type { Diagnostic } from '@vybestack/llxprt-lsp-core';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Baseline } from '../src/check/baseline.js';
import { formatForGithub } from '../src/check/format-github.js';
import { toSarif } from '../src/check/format-sarif.js';
import { CheckResults } from '../src/check/report.js';
import { changedSince } from '../src/check/since.js';
import { folderOf } from './support/io.js';

const diagnostic = (given: Partial<Diagnostic> = {}): Diagnostic => ({
  file: 'src/a b.ts',
  line: 2,
  character: 5,
  severity: 'error',
  message: 'wrong',
  ...given,
});

describe('for GitHub', () => {
  it.each<[title: string, given: Partial<Diagnostic>, text: string]>([
    ['nothing but what is there', {}, '::error file=src/a b.ts,line=2,col=5::wrong'],
    [
      'the range within a line',
      { endLine: 2, endCharacter: 9, source: 'ts', code: 2322 },
      '::error file=src/a b.ts,line=2,col=5,endColumn=9,title=ts 2322::wrong',
    ],
    [
      'lines of a longer range',
      { endLine: 4, endCharacter: 1, severity: 'warning' },
      '::warning file=src/a b.ts,line=2,endLine=4::wrong',
    ],
    [
      'no command but one',
      { message: '50 %\r\n::error::x', severity: 'hint', code: 'a,b:c' },
      '::notice file=src/a b.ts,line=2,col=5,title=a%2Cb%3Ac::50 %25%0D%0A::error::x',
    ],
  ])('%s', (_title, given, text) => {
    expect(formatForGithub({ file: 'src/a b.ts', diagnostics: [diagnostic(given)] })).toBe(`${text}\n`);
  });
});

describe('as SARIF', () => {
  const root = process.platform === 'win32' ? 'C:\\w' : '/w x';

  it('has a run for each tool, with its rules, and paths relative to the workspace', () => {
    const report = new CheckResults();
    const diagnostics = [
      diagnostic({ source: 'ts', code: 2322, endLine: 2, endCharacter: 9 }),
      diagnostic({ source: 'eslint', code: 'semi', severity: 'hint' }),
      diagnostic({ source: 'ts' }),
    ];
    report.add({ file: 'src/a b.ts', named: true, diagnostics, judgedBy: ['typescript'], failures: [] });
    const log = toSarif(root, report) as {
      runs: {
        tool: { driver: { name: string; rules: unknown } };
        invocations: unknown;
        results: unknown[];
      }[];
    };
    expect(
      log.runs.map(({ tool, results }) => [tool.driver.name, tool.driver.rules, results.length]),
    ).toEqual([
      ['eslint', [{ id: 'semi' }], 1],
      ['ts', [{ id: '2322' }], 2],
    ]);
    expect(log.runs[1]).toMatchObject({
      invocations: [{ executionSuccessful: true }],
      columnKind: 'utf16CodeUnits',
      originalUriBaseIds: { WORKSPACE: { uri: expect.stringMatching(/^file:\/\/\/.*\/$/) } },
    });
    expect(log.runs[1]?.results[0]).toEqual({
      ruleId: '2322',
      level: 'error',
      message: { text: 'wrong' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/a%20b.ts', uriBaseId: 'WORKSPACE' },
            region: { startLine: 2, startColumn: 5, endLine: 2, endColumn: 9 },
          },
        },
      ],
    });
  });

  it('has a run where nothing was found, and what could not be judged makes it a failed one', () => {
    const report = new CheckResults();
    report.troubles.push({ path: 'a#.ts', reason: 'eslint is broken' }, { reason: 'LSP unavailable' });
    const { runs } = toSarif(root, report) as { runs: unknown[] };
    expect(runs).toEqual([
      expect.objectContaining({
        results: [],
        invocations: [
          {
            executionSuccessful: false,
            toolExecutionNotifications: [
              {
                level: 'error',
                message: { text: 'eslint is broken' },
                locations: [
                  { physicalLocation: { artifactLocation: { uri: 'a%23.ts', uriBaseId: 'WORKSPACE' } } },
                ],
              },
              { level: 'error', message: { text: 'LSP unavailable' } },
            ],
          },
        ],
      }),
    ]);
  });
});

describe('a baseline', () => {
  const written = (files: unknown): string => JSON.stringify({ version: 1, files });

  it('lists what is new by file, severity, code and words, as many of them as there are more', () => {
    const folder = folderOf({
      'b.json': written([
        { path: 'a.ts', diagnostics: [diagnostic({ code: 1 }), diagnostic({ code: 1, line: 9 })] },
      ]),
    });
    const baseline = Baseline.read(join(folder, 'b.json'));
    if (typeof baseline === 'string') throw new Error(baseline);
    const moved = [
      diagnostic({ code: 1, line: 30 }),
      diagnostic({ code: 1, line: 31 }),
      diagnostic({ code: 1, line: 32 }),
      diagnostic({ code: 2 }),
      diagnostic({ severity: 'warning', code: 1 }),
    ];
    expect(baseline.newIn('a.ts', moved).map(({ line, code, severity }) => [line, code, severity])).toEqual([
      [32, 1, 'error'],
      [2, 2, 'error'],
      [2, 1, 'warning'],
    ]);
    expect(baseline.newIn('b.ts', moved)).toEqual(moved);
  });

  it('an error that has got a suggestion is the same, and one that has lost it', () => {
    const plain = diagnostic({ code: 2304, message: "Cannot find name 'totl'." });
    const suggesting = diagnostic({
      code: 2552,
      message: "Cannot find name 'totl'. Did you mean 'total'?",
    });
    const other = diagnostic({ code: 2552, message: "Cannot find name 'x'. Did you mean 'total'?" });
    for (const [before, now] of [
      [plain, suggesting],
      [suggesting, plain],
    ] as const) {
      const folder = folderOf({ 'b.json': written([{ path: 'a.ts', diagnostics: [before] }]) });
      const baseline = Baseline.read(join(folder, 'b.json'));
      if (typeof baseline === 'string') throw new Error(baseline);
      expect(baseline.newIn('a.ts', [now, now, other])).toEqual([now, other]);
    }
  });

  it('of findings that are only counted knows the number: any further one may be among them, and more are new', () => {
    const listed = diagnostic({ message: 'listed' });
    const folder = folderOf({
      'b.json': written([
        { path: 'a.ts', diagnostics: [listed, diagnostic({ message: '5 more', count: 5 })] },
      ]),
    });
    const baseline = Baseline.read(join(folder, 'b.json'));
    if (typeof baseline === 'string') throw new Error(baseline);
    const others = ['a', 'b', 'c'].map((message) => diagnostic({ message }));
    expect(baseline.newIn('a.ts', [listed, ...others, diagnostic({ message: '2 more', count: 2 })])).toEqual(
      [],
    );
    expect(
      baseline
        .newIn('a.ts', [listed, ...others, diagnostic({ message: '9 more', count: 9 })])
        .map(({ count }) => count),
    ).toEqual([7]);
    expect(baseline.newIn('a.ts', [...others, ...others]).map(({ message }) => message)).toEqual(['c']);
    expect(
      baseline.newIn('a.ts', [diagnostic({ severity: 'warning', count: 3 })]).map(({ count }) => count),
    ).toEqual([3]);
  });

  it('knows what --others has found, too', () => {
    const folder = folderOf({
      'b.json': JSON.stringify({
        version: 1,
        files: [],
        others: [{ path: 'o.ts', diagnostics: [diagnostic()] }],
        othersComplete: true,
      }),
    });
    const baseline = Baseline.read(join(folder, 'b.json'));
    if (typeof baseline === 'string') throw new Error(baseline);
    expect(baseline.newIn('o.ts', [diagnostic({ line: 7 })])).toEqual([]);
  });

  it.each([
    ['gone', undefined, /no such file; llxprt-lsp check --json writes one/],
    ['no JSON', '{', /not what llxprt-lsp check --json prints/],
    ['of another version', '{"version": 2, "files": []}', /not what llxprt-lsp check --json prints/],
  ])('that is %s is an error that says what to do', (_title, text, message) => {
    const folder = folderOf(text === undefined ? {} : { 'b.json': text });
    expect(Baseline.read(join(folder, 'b.json'))).toMatch(message);
  });
});

describe('since a revision', () => {
  const git = (cwd: string, ...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, stdio: 'pipe' });
  const never = new AbortController().signal;

  it('are changed, renamed and untracked files below the folder; neither deleted nor ignored ones', async () => {
    const folder = folderOf({
      'in #/a.ts': '1',
      'in #/gone.ts': '1',
      'in #/old é.ts': 'a long text that is the same\n',
      'in #/same.ts': '1',
      'out.ts': '1',
      '.gitignore': 'dist\n',
    });
    git(folder, 'init', '-q');
    git(folder, 'add', '.');
    git(folder, 'commit', '-qm', 'one');
    const root = join(folder, 'in #');
    for (const [name, text] of [
      ['a.ts', '2'],
      ['new.ts', ''],
      ['dist', ''],
    ] as const)
      writeFileSync(join(root, name), text);
    rmSync(join(root, 'gone.ts'));
    git(root, 'mv', 'old é.ts', 'new é.ts');
    writeFileSync(join(folder, 'out.ts'), '2');
    expect(await changedSince('HEAD', root, never)).toEqual({
      kind: 'changed',
      files: ['a.ts', 'new é.ts', 'new.ts'].map((name) => join(root, name)),
    });
  });

  it.each([
    ['nobody', /^--since nobody: .*nobody/],
    ['--output=x', /^--since --output=x: /],
  ])('%s is no revision', async (revision, reason) => {
    const folder = folderOf({ a: '' });
    git(folder, 'init', '-q');
    expect(await changedSince(revision, folder, never)).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(reason),
    });
  });

  it('a folder that is in no repository is reported as in none', async () => {
    expect(await changedSince('HEAD', folderOf(), never)).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(/not a git repository/),
    });
  });

  it.skipIf(process.platform === 'win32')(
    'are found by a git outside of the workspace, whatever PATH leads to',
    async () => {
      const folder = folderOf({ 'a.ts': '1' });
      git(folder, 'init', '-q');
      git(folder, 'add', '.');
      git(folder, 'commit', '-qm', 'one');
      writeFileSync(join(folder, 'a.ts'), '2');
      const script = `#!/bin/sh\n: > '${join(folder, 'planted')}'\nexit 1\n`;
      for (const place of ['node_modules/.bin', 'bin', '.']) {
        mkdirSync(join(folder, place), { recursive: true });
        writeFileSync(join(folder, place, 'git'), script, { mode: 0o755 });
      }
      writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\nbin\ngit\n');
      const linked = folderOf();
      symlinkSync(join(folder, 'bin/git'), join(linked, 'git'));
      const [before, path] = [process.cwd(), process.env['PATH']];
      onTestFinished(() => {
        process.chdir(before);
        process.env['PATH'] = path;
      });
      process.chdir(folder);
      const theirs = [join(folder, 'node_modules/.bin'), join(folder, 'bin'), folder, linked, '', '.', 'bin'];
      process.env['PATH'] = [...theirs, path].join(delimiter);
      expect(await changedSince('HEAD', folder, never)).toEqual({
        kind: 'changed',
        files: [join(folder, 'a.ts')],
      });
      process.env['PATH'] = theirs.join(delimiter);
      expect(await changedSince('HEAD', folder, never)).toEqual({
        kind: 'failed',
        reason: '--since HEAD: git was not found on PATH, outside of the workspace',
      });
      expect(existsSync(join(folder, 'planted'))).toBe(false);
    },
  );
});
