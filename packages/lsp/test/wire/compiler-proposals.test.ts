import { expect, test } from 'bun:test';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { CheckReport, LspConfig, ProposeParams } from '../../src/types.ts';
import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';
import type { Event } from '../harness/probe.ts';
import { stampsBelow } from '../harness/workspace.ts';

const FAR = 20_000;

function open({
  files = {},
  config = {},
}: { files?: Record<string, string>; config?: Omit<LspConfig, 'servers'> } = {}): Promise<Lab> {
  return Lab.open({
    files: { 'Cargo.toml': '[workspace]\n', 'a.fake': '', 'b.fake': '', ...files },
    servers: { cargo: fake('compiler.ts') },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, otherFilesTimeout: FAR, ...config },
  });
}

function propose(
  lab: Lab,
  files: Record<string, string>,
  more: Partial<ProposeParams> = {},
): Promise<CheckReport> {
  return lab.sidecar.request('lsp/propose', {
    files: Object.entries(files).map(([filePath, text]) => ({ filePath, text })),
    others: true,
    ...more,
  });
}

/** The next run of a compiler that sees this text. */
function started(lab: Lab, text: string, after?: Event): Promise<Event> {
  return lab.probe.until(
    (event) => event.event === 'started' && event.text?.includes(text) === true,
    after === undefined ? {} : { after },
  );
}

function gone(lab: Lab, { pid }: Event): Promise<Event> {
  return lab.probe.until((event) => event.event === 'gone' && event.pid === pid);
}

/** What the sidecar keeps among its temporary files. */
function temporaryFolders({ sidecar: { pid } }: Lab): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith('llxprt-lsp-') && name.includes(`-${pid.toString(36)}-`))
    .map((name) => join(tmpdir(), name));
}

async function known(lab: Lab): Promise<unknown> {
  return [await lab.sidecar.request('lsp/getDiagnosticEpoch', {}), await lab.status('cargo')];
}

test('a proposal is compiled with what it changes, creates and deletes; the disk and what is known stay as they were', async () => {
  await using lab = await open({ files: { 'c.fake': 'ERROR gone' } });
  await lab.check({ 'a.fake': 'ERROR old', 'b.fake': 'ERROR old' });
  const diagnostics = await lab.sidecar.request('lsp/diagnostics', {});
  const before = [stampsBelow(lab.workspace.root), await known(lab)];
  const runs = lab.started;
  const report = await propose(
    lab,
    { 'a.fake': 'SCRIBBLE\nERROR new', 'sub/d.fake': 'ERROR created' },
    { deleted: ['c.fake'] },
  );
  expect([messagesByFile(report.files), report.others, report.othersComplete, outcomes(report)]).toEqual([
    { 'a.fake': ['new'], 'sub/d.fake': ['created'] },
    {},
    true,
    { cargo: 'complete' },
  ]);
  // The copy has lost its c.fake, and gets it back.
  const later = await propose(lab, { 'b.fake': 'ERROR later' });
  expect([messagesByFile(later.files), later.others, lab.started - runs]).toEqual([
    { 'b.fake': ['later'] },
    {},
    2,
  ]);
  expect((await started(lab, 'later')).text).toBe('ERROR old\nERROR later\nERROR gone');
  expect([stampsBelow(lab.workspace.root), await known(lab)]).toEqual(before);
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual(diagnostics);
  expect([
    messagesByFile((await lab.check({ 'a.fake': 'ERROR next' }, true)).files),
    messagesByFile((await lab.check({ 'a.fake': '' }, true)).others),
  ]).toEqual([{ 'a.fake': ['next'] }, { 'b.fake': ['old'], 'c.fake': ['gone'] }]);
});

test('a file that would be gone is enough of a proposal', async () => {
  await using lab = await open({ files: { 'b.fake': 'ERROR b' } });
  const report = await propose(lab, {}, { deleted: ['b.fake'] });
  expect([report.others, report.othersComplete, outcomes(report), lab.started]).toEqual([
    {},
    true,
    { cargo: 'complete' },
    1,
  ]);
});

test('what a shell has changed is in the next proposal', async () => {
  await using lab = await open();
  expect(messagesByFile((await propose(lab, { 'a.fake': 'ERROR a' })).others)).toEqual({});
  lab.workspace.write('b.fake', 'two');
  lab.workspace.write('c.fake', 'three');
  await propose(lab, { 'a.fake': 'ERROR again' });
  expect((await started(lab, 'again')).text).toBe('ERROR again\ntwo\nthree');
});

test('REQ-TIME-030: a check kills the run of a proposal with all that it has started, waits for nothing of it, and the proposal begins again', async () => {
  await using lab = await open();
  await lab.check({ 'a.fake': '' });
  // What it leaves holds its pipes open.
  const proposed = propose(lab, { 'a.fake': 'HOLD\nCHILD\nERROR proposed' });
  const first = await started(lab, 'proposed');
  expect(await elapsed(lab.check({ 'b.fake': 'ERROR two' }))).toBeLessThan(FAR / 4);
  await gone(lab, first);
  const again = await started(lab, 'proposed', first);
  expect(again.text).toContain('ERROR two');
  lab.probe.tell({ command: 'finish' });
  const report = await proposed;
  expect([messagesByFile(report.files), report.others, outcomes(report)]).toEqual([
    { 'a.fake': ['proposed'] },
    {},
    { cargo: 'complete' },
  ]);
  expect(await lab.sidecar.leftovers(FAR, 1)).toHaveLength(1);
});

test('a proposal waits for a run of a check to end, and does not end it', async () => {
  await using lab = await open();
  const checked = lab.check({ 'b.fake': 'HOLD\nERROR checked' });
  await started(lab, 'checked');
  const proposed = propose(lab, { 'b.fake': 'ERROR proposed' });
  lab.probe.tell({ command: 'finish' });
  expect([messagesByFile((await checked).files), messagesByFile((await proposed).files)]).toEqual([
    { 'b.fake': ['checked'] },
    { 'b.fake': ['proposed'] },
  ]);
});

test('REQ-TIME-010: a proposal that outlasts its deadline is late; its run goes on for the next one, until a check kills it', async () => {
  await using lab = await open({ config: { diagnosticTimeout: 1500 } });
  await lab.check({ 'a.fake': '' });
  const late = { 'a.fake': [], outcome: { cargo: 'timed-out' } };
  const outlast = async (order: string): Promise<Event> => {
    const report = await propose(lab, { 'a.fake': `${order}\nERROR late` });
    expect({ ...report.files, outcome: outcomes(report) }).toEqual(late);
    return started(lab, order);
  };
  const held = await outlast('HOLD');
  const next = propose(lab, { 'a.fake': 'ERROR next' });
  lab.probe.tell({ command: 'finish' });
  expect(messagesByFile((await next).files)).toEqual({ 'a.fake': ['next'] });
  await gone(lab, held);
  const hung = await outlast('HANG');
  expect(messagesByFile((await lab.check({ 'a.fake': 'ERROR checked' })).files)).toEqual({
    'a.fake': ['checked'],
  });
  await gone(lab, hung);
  expect(await lab.sidecar.leftovers(FAR, 1)).toHaveLength(1);
});

test('a compiler reports what a proposal would end in the whole project, whether it has compiled it before or not', async () => {
  await using lab = await open({
    files: { 'a.fake': 'ERROR one', 'b.fake': 'ERROR two', 'c.fake': 'ERROR three' },
  });
  const solved = async (): Promise<unknown> => {
    const report = await propose(
      lab,
      { 'a.fake': 'fine\nERROR one' },
      { deleted: ['c.fake'], solved: true, origins: true },
    );
    return [
      messagesByFile(report.solved ?? {}),
      messagesByFile(report.others),
      report.othersComplete,
      outcomes(report),
    ];
  };
  const expected = [{ 'a.fake': [], 'c.fake': ['three'] }, {}, true, { cargo: 'complete' }];
  expect(await solved()).toEqual(expected);
  await lab.check({ 'b.fake': 'ERROR two' });
  const runs = lab.started;
  expect([await solved(), lab.started - runs]).toEqual([expected, 1]);
});

test('several proposals are compiled one after the other, and a cancelled one is killed', async () => {
  await using lab = await open();
  await lab.check({ 'a.fake': '' });
  const { id, result } = lab.sidecar.ask('lsp/propose', {
    files: [{ filePath: 'a.fake', text: 'HOLD\nERROR first' }],
  });
  const cancelled = result.catch(() => undefined);
  const first = await started(lab, 'first');
  const others = ['second', 'third'].map((text) => propose(lab, { 'a.fake': `ERROR ${text}` }));
  lab.sidecar.cancel(id);
  await cancelled;
  expect((await Promise.all(others)).map(({ files }) => messagesByFile(files))).toEqual([
    { 'a.fake': ['second'] },
    { 'a.fake': ['third'] },
  ]);
  await gone(lab, await started(lab, 'third'));
  const events = lab.probe.events.filter(({ event }) => event === 'started' || event === 'gone');
  expect(events.slice(events.findIndex(({ pid }) => pid === first.pid)).map(({ event }) => event)).toEqual([
    'started',
    'gone',
    'started',
    'gone',
    'started',
    'gone',
  ]);
});

const LEFT_OPEN: [title: string, order: string, reason: string][] = [
  ['refused by the manifest', 'REFUSE no such edition', 'no such edition'],
  ['an error at no place', 'STRAY linking failed', 'linking failed'],
  ['killed by a signal', 'CRASH', 'killed by SIGKILL'],
  ['a file that is not in the copy', "REFUSE couldn't read `../outside.txt`", 'there is no copy'],
  [
    'version control, of which there is no copy',
    'REFUSE fatal: not a git repository',
    'reads the repository',
  ],
];

test('REQ-TIME-085: a proposal that was not compiled as a whole makes no file clean, and says why', async () => {
  await using lab = await open({ files: { '../outside.txt': '' } });
  for (const [title, order, reason] of LEFT_OPEN) {
    const { files, servers, othersComplete } = await propose(lab, { 'a.fake': order });
    expect([title, files, servers.map(({ outcome }) => outcome), othersComplete]).toEqual([
      title,
      { 'a.fake': [] },
      ['unavailable'],
      false,
    ]);
    expect(servers[0]?.reason).toContain(reason);
  }
  expect(messagesByFile((await propose(lab, { 'a.fake': 'ERROR said' })).files)).toEqual({
    'a.fake': ['said'],
  });
});

test('REQ-BOUNDARY-010: a project that lies partly outside of the workspace is not copied', async () => {
  await using lab = await Lab.open({
    files: {
      '../Cargo.toml': '[workspace]\nmembers = ["workspace"]\n',
      'Cargo.toml': '[package]\nname = "inner"\n',
      'a.fake': '',
    },
    servers: { cargo: fake('compiler.ts') },
    config: { firstTouchTimeout: FAR },
  });
  const { servers } = await propose(lab, { 'a.fake': 'ERROR a' });
  expect(servers.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['unavailable', 'its project lies partly outside of the workspace'],
  ]);
  expect(lab.started).toBe(0);
});

const withFallback = (deadline: number): Promise<Lab> =>
  Lab.open({
    files: { 'Cargo.toml': '[workspace]\n', 'a.fake': '' },
    servers: { cargo: fake('compiler.ts'), 'rust-analyzer': fake('pull.ts', { args: ['--lint'] }) },
    config: { diagnosticTimeout: deadline, firstTouchTimeout: deadline },
  });

test('a fallback server is asked where its primary server cannot judge the proposal, and is not started before', async () => {
  await using lab = await withFallback(FAR);
  const quick = await propose(lab, { 'a.fake': 'LINT mine ERROR yours' });
  expect([messagesByFile(quick.files), outcomes(quick), lab.probe.starts('rust-analyzer')]).toEqual([
    { 'a.fake': ['yours'] },
    { cargo: 'complete' },
    0,
  ]);
  const refused = await propose(lab, { 'a.fake': 'LINT mine\nREFUSE the manifest' });
  expect([messagesByFile(refused.files), outcomes(refused)]).toEqual([
    { 'a.fake': ['mine'] },
    { cargo: 'unavailable', 'rust-analyzer': 'complete' },
  ]);
});

test('a fallback server is asked while its primary server is late with a proposal', async () => {
  // Each of the two has half of it to start and to answer.
  await using lab = await withFallback(10_000);
  const late = await propose(lab, { 'a.fake': 'HOLD\nLINT mine ERROR yours' });
  expect([messagesByFile(late.files), outcomes(late)]).toEqual([
    { 'a.fake': ['mine ERROR yours'] },
    { cargo: 'timed-out', 'rust-analyzer': 'complete' },
  ]);
});

test('REQ-BOUNDARY-010: settings that name a place in the workspace would lead out of the copy', async () => {
  const env: Record<string, string> = {};
  await using lab = await Lab.open({
    files: { 'Cargo.toml': '[workspace]\n', 'a.fake': '' },
    servers: { cargo: fake('compiler.ts', { env }) },
    root: ({ root }) => (env['PLACE'] = root),
    config: { firstTouchTimeout: FAR },
  });
  const { servers } = await propose(lab, { 'a.fake': '' });
  expect(servers.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['unavailable', `its settings name a place in the workspace: ${lab.workspace.root}`],
  ]);
});

const ENDS: [title: string, end: (lab: Lab) => unknown, keeps: boolean][] = [
  ['lsp/shutdown', (lab) => lab.sidecar.request('lsp/shutdown', {}), false],
  ['the end of stdin', (lab) => lab.sidecar.endStdin(), false],
  ['SIGTERM', (lab) => lab.sidecar.kill('SIGTERM'), false],
  ['SIGKILL', (lab) => lab.sidecar.kill('SIGKILL'), true],
];

for (const [title, end, keeps] of ENDS) {
  test(`REQ-LIFE-040 REQ-LIFE-050: ${title} of the sidecar ends the run of a proposal, and its copy is gone${keeps ? ' with the next sidecar' : ''}`, async () => {
    let folders;
    {
      await using lab = await open();
      void propose(lab, { 'a.fake': 'CHILD\nHANG' }).catch(() => undefined);
      await started(lab, 'HANG');
      folders = temporaryFolders(lab);
      expect(
        folders.flatMap((folder) => readdirSync(folder)).some((name) => name.startsWith('shadow-')),
      ).toBe(true);
      await end(lab);
      expect(await lab.sidecar.leftovers()).toEqual([]);
    }
    expect(folders.filter(existsSync)).toEqual(keeps ? folders : []);
    await using next = await open();
    await propose(next, { 'a.fake': '' });
    expect(folders.filter(existsSync)).toEqual([]);
  });
}

test('a proposal gets a copy of its own again when the temporary folder was taken away', async () => {
  await using lab = await open();
  await propose(lab, { 'a.fake': '' });
  const [folder = ''] = temporaryFolders(lab);
  expect(dirname(folder)).toBe(tmpdir());
  rmSync(folder, { recursive: true });
  expect(messagesByFile((await propose(lab, { 'a.fake': 'ERROR again' })).files)).toEqual({
    'a.fake': ['again'],
  });
});
