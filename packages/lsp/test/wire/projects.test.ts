import { expect, test } from 'bun:test';
import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckerConfig, CheckProjectParams, LspConfig, ProjectReport } from '../../src/types.ts';
import { fakeChecker, Lab, messagesByFile, quickChecker } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';

interface Options {
  files?: Tree;
  checker?: CheckerConfig;
  config?: Omit<LspConfig, 'servers' | 'checkers'>;
}

/** One custom checker for .fake files; by its marker where `checker` names none. */
function open({ files = {}, checker = {}, config = {} }: Options = {}): Promise<Lab> {
  return Lab.open({
    files: { 'fake.toml': '', ...files },
    checkers: { fakec: fakeChecker('checker.ts', { rootMarkers: ['fake.toml'], ...checker }) },
    config,
  });
}

const check = (lab: Lab, params: CheckProjectParams = {}): Promise<ProjectReport> =>
  lab.sidecar.request('lsp/checkProject', params);
const outcomes = ({ projects }: ProjectReport): string[] =>
  projects.map(({ checker, root, outcome, reason }) =>
    [checker, root, outcome, reason ?? []].flat().join(' '),
  );

test('a checker judges the project as it is on disk: findings by file, errors only unless more is wanted, the program and what to type', async () => {
  await using lab = await open({
    files: { 'src/b c#.fake': 'ERROR two\n  ERROR three', 'a.fake': 'WARN one', 'empty.fake': '' },
  });
  const report = await check(lab);
  expect(report.files).toEqual({
    'src/b c#.fake': [
      { file: 'src/b c#.fake', line: 1, character: 1, severity: 'error', message: 'two', source: 'fakec' },
      { file: 'src/b c#.fake', line: 2, character: 3, severity: 'error', message: 'three', source: 'fakec' },
    ],
  });
  const [project] = report.projects;
  expect(project).toMatchObject({
    checker: 'fakec',
    language: '.fake',
    root: '.',
    outcome: 'complete',
    program: { path: process.execPath, origin: 'custom' },
  });
  expect(project?.commands).toEqual([[process.execPath, expect.stringContaining('checker.ts')]]);
  expect(report.refused).toBeUndefined();
  expect(
    (await lab.sidecar.request('lsp/projects', {})).map(({ checker, root }) => `${checker} ${root}`),
  ).toEqual(['fakec .']);
});

test('includeSeverities holds for checkers, too', async () => {
  await using lab = await open({
    files: { 'a.fake': 'WARN one\nERROR two\nHINT four' },
    config: { includeSeverities: ['warning', 'info'] },
  });
  expect(messagesByFile((await check(lab)).files)).toEqual({ 'a.fake': ['one', 'four'] });
});

test.each([
  ['dies of a signal after its first word', 'ERROR one\nCRASH', 'fakec . incomplete killed by SIGKILL'],
  ['prints garbage, and a line of two million characters', 'GARBAGE', 'fakec . complete'],
  ['fails without a finding', 'REFUSE no licence', 'fakec . incomplete exited with code 1: no licence'],
])('a checker that %s', async (_, text, outcome) => {
  await using lab = await open({ files: { 'a.fake': text } });
  const report = await check(lab);
  expect(outcomes(report)).toEqual([outcome]);
  expect(messagesByFile(report.files)).toEqual(text.includes('ERROR') ? { 'a.fake': ['one'] } : {});
});

test('of a project with a hundred thousand errors the first ten thousand are kept, and it says so', async () => {
  await using lab = await open({ files: { 'a.fake': 'FLOOD 100000' } });
  const report = await check(lab);
  expect(report.files['a.fake']).toHaveLength(10_000);
  expect(outcomes(report)).toEqual([
    'fakec . incomplete there are more than 10000 findings: those after the first are left out',
  ]);
});

test('what is printed on stderr counts; a program that is gone is broken, one that was never there unavailable, with what to do', async () => {
  await using lab = await Lab.open({
    files: { 'a.fake': 'ERROR one' },
    checkers: {
      aloud: fakeChecker('checker.ts', { args: ['--stderr'] }),
      broken: {
        command: '/bin/sh',
        args: ['-c', 'exec /nowhere/at/all'],
        extensions: ['.fake'],
        parser: 'gcc',
      },
      missing: fakeChecker('checker.ts', { command: 'no-such-program-at-all' }),
    },
  });
  const report = await check(lab);
  expect(messagesByFile(report.files)).toEqual({ 'a.fake': ['one'] });
  expect(report.projects.map(({ outcome }) => outcome)).toEqual(['complete', 'broken', 'unavailable']);
  const [, broken, missing] = report.projects;
  expect(broken?.reason).toContain('nowhere/at/all');
  expect(missing).toMatchObject({
    root: '.',
    ms: 0,
    reason: expect.stringContaining('no-such-program-at-all'),
    install: expect.any(String),
  });
  expect(missing?.commands).toBeUndefined();
});

test('who asks while a run is under way shares it, whatever part of the project they ask about', async () => {
  await using lab = await open({ files: { 'a.fake': 'HOLD\nERROR one', 'b.fake': 'ERROR two' } });
  const whole = check(lab);
  await lab.probe.until(({ event }) => event === 'started');
  const part = check(lab, { paths: ['b.fake'] });
  // Answers to what was asked before are behind it: both wait for the run by now.
  await lab.sidecar.request('lsp/projects', {});
  lab.probe.tell({ command: 'finish' });
  expect(messagesByFile((await whole).files)).toEqual({ 'a.fake': ['one'], 'b.fake': ['two'] });
  expect(messagesByFile((await part).files)).toEqual({ 'b.fake': ['two'] });
  expect(lab.started).toBe(1);
});

test.each([
  ['changes a file', (lab: Lab) => void lab.workspace.write('b.fake', 'ERROR new')],
  [
    'moves an older one into its place',
    (lab: Lab) => renameSync(lab.workspace.path('old.txt'), lab.workspace.path('b.fake')),
  ],
])('who %s gets a run that has seen it, not the one under way', async (_, change) => {
  await using lab = await open({
    files: { 'a.fake': 'HOLD', 'b.fake': 'ERROR old', 'old.txt': 'ERROR new' },
  });
  const first = check(lab);
  const held = await lab.probe.until(({ event }) => event === 'started');
  change(lab);
  const second = check(lab);
  await lab.sidecar.request('lsp/projects', {});
  lab.probe.tell({ command: 'finish' });
  await lab.probe.until(({ event }) => event === 'started', { after: held });
  lab.probe.tell({ command: 'finish' });
  expect([messagesByFile((await first).files), messagesByFile((await second).files)]).toEqual([
    { 'b.fake': ['old'] },
    { 'b.fake': ['new'] },
  ]);
  expect(lab.started).toBe(2);
});

test('a check that is cancelled ends its run, which nobody else waits for; the next one begins again', async () => {
  await using lab = await open({ files: { 'a.fake': 'HANG' } });
  const { id, result } = lab.sidecar.ask('lsp/checkProject', {});
  const { pid } = await lab.probe.until(({ event }) => event === 'started');
  lab.sidecar.cancel(id);
  await lab.probe.until((event) => event.event === 'gone' && event.pid === pid);
  expect(outcomes(await result)).toEqual(['fakec . cancelled']);
  lab.workspace.write('a.fake', 'ERROR one');
  expect(messagesByFile((await check(lab)).files)).toEqual({ 'a.fake': ['one'] });
});

test('what takes longer than the question allows is killed, and says so; what was judged in time is reported', async () => {
  await using lab = await Lab.open({
    files: { 'quick/fake.toml': '', 'quick/a.fake': '', 'slow/slow.toml': '', 'slow/a.fake': 'HANG' },
    checkers: {
      quick: quickChecker('a.fake:1:1: error: one', { rootMarkers: ['fake.toml'] }),
      slow: fakeChecker('checker.ts', { rootMarkers: ['slow.toml'] }),
    },
  });
  const report = await check(lab, { timeout: 1500 });
  expect([messagesByFile(report.files), outcomes(report)]).toEqual([
    { 'quick/a.fake': ['one'] },
    ['quick quick complete', 'slow slow cancelled'],
  ]);
  await lab.probe.until(({ event, server }) => event === 'gone' && server === 'slow');
});

test('REQ-LIFE-040: shutdown ends a run under way; nothing is left of it', async () => {
  await using lab = await open({ files: { 'a.fake': 'HANG' } });
  const asked = check(lab);
  await lab.probe.until(({ event }) => event === 'started');
  await lab.sidecar.request('lsp/shutdown', {});
  expect(outcomes(await asked)).toEqual(['fakec . cancelled']);
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

test('a death of the sidecar ends its runs', async () => {
  await using lab = await open({ files: { 'a.fake': 'HANG' } });
  const asked = check(lab).catch(() => 'gone');
  await lab.probe.until(({ event }) => event === 'started');
  lab.sidecar.kill('SIGKILL');
  expect(await asked).toBe('gone');
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

test('a run is what its run finds: what it says may be another thing the next time', async () => {
  await using lab = await open({ files: { 'a.fake': 'ERROR one', 'b.fake': '' } });
  expect(messagesByFile((await check(lab)).files)).toEqual({ 'a.fake': ['one'] });
  lab.workspace.write('a.fake', '');
  lab.workspace.write('b.fake', 'ERROR two');
  expect(messagesByFile((await check(lab)).files)).toEqual({ 'b.fake': ['two'] });
  lab.workspace.remove('b.fake');
  expect((await check(lab)).files).toEqual({});
});

const MONOREPO: Tree = {
  'packages/a/fake.toml': '',
  'packages/a/a.fake': 'ERROR a',
  'packages/a/inner/fake.toml': '',
  'packages/a/inner/i.fake': 'ERROR i',
  'packages/b/fake.toml': '',
  'packages/b/b.fake': 'ERROR b',
  'packages/b/src/deep/d.fake': 'ERROR d',
  'docs/x.md': '',
  'node_modules/dep/fake.toml': '',
  'node_modules/dep/n.fake': 'ERROR n',
};
const [A, INNER, B] = ['packages/a', 'packages/a/inner', 'packages/b'];

test.each([
  [
    'the workspace has all of its projects',
    undefined,
    [A, INNER, B],
    ['packages/a/a.fake', 'packages/a/inner/i.fake', 'packages/b/b.fake', 'packages/b/src/deep/d.fake'],
  ],
  [
    'a folder has those at and below it',
    ['packages/a'],
    [A, INNER],
    ['packages/a/a.fake', 'packages/a/inner/i.fake'],
  ],
  [
    'a folder without any has the one that it is a part of',
    ['packages/b/src'],
    [B],
    ['packages/b/src/deep/d.fake'],
  ],
  ['a file has the nearest', ['packages/a/inner/i.fake'], [INNER], ['packages/a/inner/i.fake']],
  ['of a file only its own findings count', ['packages/b/b.fake'], [B], ['packages/b/b.fake']],
  [
    'several places, and a project once',
    ['packages/b/b.fake', 'packages/b/src', 'packages/a/inner/'],
    [INNER, B],
    ['packages/a/inner/i.fake', 'packages/b/b.fake', 'packages/b/src/deep/d.fake'],
  ],
  ['what no checker judges has none', ['docs/x.md', 'docs'], [], []],
])('%s', async (_, paths, roots, files) => {
  await using lab = await open({
    files: { ...MONOREPO, 'fake.toml': '' },
    checker: { rootMarkers: ['fake.toml'] },
  });
  lab.workspace.remove('fake.toml');
  const report = await check(lab, paths === undefined ? {} : { paths });
  expect([report.projects.map(({ root }) => root), Object.keys(report.files), report.refused]).toEqual([
    roots,
    files,
    undefined,
  ]);
});

test('a file that two projects judge has each finding once', async () => {
  await using lab = await open({ files: MONOREPO });
  const report = await check(lab);
  expect(report.projects.map(({ root }) => root)).toEqual(['.', A, INNER, B]);
  expect(messagesByFile(report.files)).toMatchObject({
    'packages/a/inner/i.fake': ['i'],
    'packages/b/src/deep/d.fake': ['d'],
  });
});

test('REQ-BOUNDARY-010: what lies outside, in node_modules or nowhere is refused, by whichever name; the rest is judged', async () => {
  await using lab = await open({
    files: { 'a.fake': 'ERROR one', 'node_modules/n.fake': '', '../beside/b.fake': '' },
  });
  symlinkSync(join(lab.workspace.outside, 'beside'), lab.workspace.path('way out'));
  symlinkSync(lab.workspace.path('a.fake'), lab.workspace.path('alias.fake'));
  const report = await check(lab, {
    paths: ['gone.fake', 'way out/b.fake', '../beside', 'node_modules/n.fake', 'alias.fake', ''],
  });
  expect(report.refused).toEqual({
    'gone.fake': 'no such file or folder',
    'way out/b.fake': 'outside the workspace',
    '../beside': 'outside the workspace',
    'node_modules/n.fake': 'in node_modules',
  });
  expect(messagesByFile(report.files)).toEqual({ 'a.fake': ['one'] });
});

test('findings outside of the workspace are dropped, and an error among them makes the rest incomplete', async () => {
  const script =
    'echo "../x.fake:1:1: error: theirs"; echo "../x.fake:2:1: warning: no matter"; echo "a.fake:1:1: error: ours"';
  await using lab = await Lab.open({
    files: { 'a.fake': '' },
    checkers: { sh: { command: 'sh', args: ['-c', script], extensions: ['.fake'], parser: 'gcc' } },
  });
  const report = await check(lab);
  expect([messagesByFile(report.files), outcomes(report)]).toEqual([
    { 'a.fake': ['ours'] },
    ['sh . incomplete an error in a file outside the workspace: theirs'],
  ]);
});

test('an error in what says how files are judged makes a file incomplete that nothing is found in', async () => {
  const checkers = {
    sh: {
      command: 'sh',
      args: ['-c', 'echo "fake.toml:1:1: error: unknown option"'],
      extensions: ['.fake'],
      rootMarkers: ['fake.toml'],
      parser: 'gcc' as const,
    },
  };
  await using lab = await Lab.open({ files: { 'a.fake': '', 'fake.toml': '' }, checkers });
  const [file, all] = [await check(lab, { paths: ['a.fake'] }), await check(lab)];
  expect([file.files, outcomes(file)]).toEqual([
    {},
    ['sh . incomplete an error in fake.toml: unknown option'],
  ]);
  expect([messagesByFile(all.files), outcomes(all)]).toEqual([
    { 'fake.toml': ['unknown option'] },
    ['sh . complete'],
  ]);
});

test('where the root is a link, its files have the names that it gives them', async () => {
  await using lab = await Lab.open({
    files: { 'a.fake': 'ERROR one' },
    checkers: { fakec: fakeChecker('checker.ts') },
    root: (workspace) => {
      const link = join(workspace.outside, 'the link');
      symlinkSync(workspace.root, link);
      return link;
    },
  });
  expect(
    messagesByFile((await check(lab, { paths: [join(lab.workspace.outside, 'the link', 'a.fake')] })).files),
  ).toEqual({ 'a.fake': ['one'] });
});

test('a checker that is the same as a linter is silent about what every compiler finds, where one has judged the file', async () => {
  const line = (code: string): string =>
    `echo '${JSON.stringify({ file: 'a.fake', line: 1, message: code, code })}'`;
  const lint: CheckerConfig = {
    command: 'sh',
    args: ['-c', `${line('F821')}; ${line('E501')}`],
    extensions: ['.fake'],
    sameAs: ['ruff'],
    parser: 'json-lines',
  };
  await using lab = await Lab.open({
    files: { 'a.fake': '' },
    checkers: { fakec: fakeChecker('checker.ts'), lint },
  });
  expect(messagesByFile((await check(lab)).files)).toEqual({ 'a.fake': ['E501'] });
  expect(messagesByFile((await check(lab, { checkers: ['lint'] })).files)).toEqual({
    'a.fake': ['E501', 'F821'],
  });
});

test('only those that are asked for are run; one that is switched off never is', async () => {
  await using lab = await Lab.open({
    files: { 'a.fake': 'ERROR one' },
    checkers: {
      a: fakeChecker('checker.ts'),
      b: fakeChecker('checker.ts'),
      off: { ...fakeChecker('checker.ts'), enabled: false },
    },
  });
  expect((await check(lab)).projects.map(({ checker }) => checker)).toEqual(['a', 'b']);
  expect((await check(lab, { checkers: ['b', 'off'] })).projects.map(({ checker }) => checker)).toEqual([
    'b',
  ]);
});

test('of several projects only those that are asked for are run', async () => {
  await using lab = await open({
    files: { 'a.fake': 'ERROR one', 'in/fake.toml': '', 'in/b.fake': 'ERROR two' },
  });
  expect((await check(lab)).projects.map(({ root }) => root)).toEqual(['.', 'in']);
  expect(outcomes(await check(lab, { only: [{ checker: 'fakec', root: 'in' }] }))).toEqual([
    'fakec in complete',
  ]);
  expect(
    outcomes(
      await check(lab, {
        only: [
          { checker: 'other', root: 'in' },
          { checker: 'fakec', root: '.' },
        ],
      }),
    ),
  ).toEqual(['fakec . complete']);
});

test('no more than two run at once; whoever changes something before a run has begun need not wait for another', async () => {
  const ids = ['a', 'b', 'c'];
  await using lab = await Lab.open({
    files: { 'x.fake': 'HOLD' },
    checkers: Object.fromEntries(ids.map((id) => [id, fakeChecker('checker.ts')])),
  });
  const first = check(lab);
  const begun = [await lab.probe.until(({ event }) => event === 'started')];
  begun.push(await lab.probe.until(({ event }) => event === 'started', { after: begun[0]! }));
  await lab.sidecar.request('lsp/projects', {});
  expect(lab.started).toBe(2);
  lab.workspace.write('x.fake', 'HOLD ERROR one');
  const second = check(lab, { checkers: ['c'] });
  await lab.sidecar.request('lsp/projects', {});
  lab.probe.tell({ command: 'finish' });
  const third = await lab.probe.until(({ event }) => event === 'started', { after: begun[1]! });
  lab.probe.tell({ command: 'finish' });
  expect([third.server, third.text]).toEqual(['c', 'HOLD ERROR one']);
  expect((await first).projects.map(({ outcome }) => outcome)).toEqual(['complete', 'complete', 'complete']);
  expect(messagesByFile((await second).files)).toEqual({ 'x.fake': ['one'] });
  expect(lab.started).toBe(3);
});

test('params that are none are refused', async () => {
  await using lab = await open();
  for (const params of [{ paths: 'a' }, { checkers: [1] }, { only: ['fakec'] }, { timeout: -1 }]) {
    expect(
      (await lab.sidecar.raw({ id: `bad ${JSON.stringify(params)}`, method: 'lsp/checkProject', params }))
        .error?.code,
    ).toBe(-32602);
  }
});
