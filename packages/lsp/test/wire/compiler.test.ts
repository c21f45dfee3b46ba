import { expect, test } from 'bun:test';
import { utimesSync } from 'node:fs';

import type { LspConfig } from '../../src/types.ts';
import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAR = 20_000;

interface Options {
  config?: Omit<LspConfig, 'servers'>;
  files?: Record<string, string>;
}

/** The built-in cargo with another program behind it: what the registry says of its runs still holds. */
function open({ config = {}, files = {} }: Options = {}): Promise<Lab> {
  return Lab.open({
    files: { 'Cargo.toml': '[workspace]\n', 'a.fake': '', 'b.fake': '', ...files },
    servers: { cargo: fake('compiler.ts') },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, ...config },
  });
}

/** Lets the run under way end, which the test knows to have begun, and resolves once what it said is known. */
async function finish(lab: Lab): Promise<void> {
  const afterEpoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.probe.tell({ command: 'finish' });
  await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch, waitMs: FAR });
}

/** Resolves when so many runs have begun. */
async function begun(lab: Lab, runs: number): Promise<void> {
  await lab.probe.until(() => lab.started >= runs);
}

test('REQ-DIAG-010 REQ-DIAG-040: one run judges the edited file and every other; what it no longer names is clean', async () => {
  await using lab = await open();
  const broken = await lab.check({ 'a.fake': 'ERROR one', 'b.fake': 'ERROR two' }, true);
  expect([messagesByFile(broken.files), broken.others, outcomes(broken)]).toEqual([
    { 'a.fake': ['one'], 'b.fake': ['two'] },
    {},
    { cargo: 'complete' },
  ]);
  const elsewhere = await lab.check({ 'a.fake': 'fine' }, true);
  expect([
    messagesByFile(elsewhere.files),
    messagesByFile(elsewhere.others),
    elsewhere.othersComplete,
  ]).toEqual([{ 'a.fake': [] }, { 'b.fake': ['two'] }, true]);
  await lab.check({ 'a.fake': 'still fine' }, true);
  // Nobody asked twice what a run had said.
  await lab.probe.until(({ event, text }) => event === 'started' && text?.includes('still fine') === true);
  expect(lab.started).toBe(3);
  lab.workspace.write('b.fake', 'mended by a shell');
  expect((await lab.check({ 'a.fake': 'fine again' }, true)).others).toEqual({});
});

test('a newer change ends the run under way, and the next one answers the older check too', async () => {
  await using lab = await open();
  const first = lab.check({ 'a.fake': 'HOLD\nERROR one' });
  const held = await lab.probe.until(({ event }) => event === 'started');
  const second = lab.check({ 'b.fake': 'ERROR two' });
  // It sees both files, and is held by the first.
  await lab.probe.until(({ event, text }) => event === 'started' && text?.includes('two') === true, {
    after: held,
  });
  await lab.probe.until(({ event, pid }) => event === 'gone' && pid === held.pid);
  lab.probe.tell({ command: 'finish' });
  expect([messagesByFile((await first).files), messagesByFile((await second).files), lab.started]).toEqual([
    { 'a.fake': ['one'] },
    { 'b.fake': ['two'] },
    2,
  ]);
});

test('REQ-TIME-010: a run that outlasts the deadline goes on; its word comes with the next result that may carry it, on unchanged lines', async () => {
  await using lab = await open({ config: { diagnosticTimeout: 100, firstTouchTimeout: 100 } });
  const late = await lab.check({ 'a.fake': 'HOLD\nERROR late', 'b.fake': 'ERROR elsewhere' }, true);
  expect([messagesByFile(late.files), late.others, late.othersComplete, outcomes(late)]).toEqual([
    { 'a.fake': [], 'b.fake': [] },
    {},
    false,
    { cargo: 'timed-out' },
  ]);
  await begun(lab, 1);
  await finish(lab);
  // Late again: what it said is quoted where it still stands, of the edited file and of others.
  const again = await lab.check({ 'a.fake': 'a line more\nHOLD\nERROR late' }, true);
  expect([
    again.files['a.fake']?.map(({ line, message }) => `${line} ${message}`),
    messagesByFile(again.others),
    again.othersComplete,
    outcomes(again),
  ]).toEqual([['3 late'], { 'b.fake': ['elsewhere'] }, false, { cargo: 'timed-out' }]);
  expect(messagesByFile((await lab.check({ 'a.fake': 'HOLD\nmended' })).files)).toEqual({ 'a.fake': [] });
});

test('a text that is not on disk is not judged, and costs no wait', async () => {
  await using lab = await open({ files: { 'a.fake': 'ERROR on disk' } });
  const proposed = lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.fake', text: 'ERROR proposed' }],
  });
  expect(await elapsed(proposed)).toBeLessThan(FAR / 4);
  expect([messagesByFile((await proposed).files), outcomes(await proposed), lab.started]).toEqual([
    { 'a.fake': [] },
    { cargo: 'timed-out' },
    0,
  ]);
  expect(await lab.messages('a.fake')).toEqual(['on disk']);
  // Nor is it news to a run under way.
  const held = lab.check({ 'b.fake': 'HOLD\nERROR held' });
  const { pid } = await lab.probe.until(
    ({ event, text }) => event === 'started' && text?.includes('held') === true,
  );
  await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.fake', text: 'ERROR proposed' }],
    others: false,
  });
  lab.probe.tell({ command: 'finish' });
  expect(messagesByFile((await held).files)).toEqual({ 'b.fake': ['held'] });
  expect(lab.probe.events.filter(({ event }) => event === 'started').at(-1)?.pid).toBe(pid);
});

test('REQ-TIME-010: a run that has seen the texts as they are is waited for again, not begun again', async () => {
  await using lab = await open({ config: { diagnosticTimeout: 100, firstTouchTimeout: 100 } });
  expect(outcomes(await lab.check({ 'a.fake': 'HOLD\nERROR late', 'b.fake': '' }))).toEqual({
    cargo: 'timed-out',
  });
  await begun(lab, 1);
  const again = { 'a.fake': { filePath: 'a.fake' }, 'b.fake': { filePath: 'b.fake', text: '' } };
  for (const file of Object.values(again)) {
    expect(outcomes(await lab.sidecar.request('lsp/check', { files: [file], others: true }))).toEqual({
      cargo: 'timed-out',
    });
  }
  expect(lab.started).toBe(1);
  // Of this text it may have read either state.
  lab.workspace.write('a.fake', 'HOLD\nERROR later');
  expect(outcomes(await lab.sidecar.request('lsp/check', { files: [again['a.fake']] }))).toEqual({
    cargo: 'timed-out',
  });
  await begun(lab, 2);
  expect(lab.started).toBe(2);
  await finish(lab);
});

test('REQ-KNOWN-010: a compiler that never ran has reported nothing about other files, and is run for them', async () => {
  await using lab = await open({ files: { 'b.fake': 'ERROR elsewhere' } });
  const proposed = { files: [{ filePath: 'a.fake', text: 'ERROR proposed' }], others: true };
  const report = await lab.sidecar.request('lsp/check', proposed);
  expect([messagesByFile(report.others), report.othersComplete]).toEqual([{ 'b.fake': ['elsewhere'] }, true]);

  await using held = await open({
    files: { 'b.fake': 'HOLD\nERROR elsewhere' },
    config: { otherFilesTimeout: 300 },
  });
  const late = await held.sidecar.request('lsp/check', proposed);
  expect([late.others, late.othersComplete]).toEqual([{}, false]);
});

test('REQ-DIAG-040: a workspace that takes sources from the one of the edited file is compiled where other files are wanted, as far as the bound goes', async () => {
  const files = {
    'one/Cargo.toml': '[package]\n',
    'one/a.fake': '',
    'two/Cargo.toml': '[package]\n[dependencies]\none = { path = "../one" }\n',
    'two/b.fake': 'ERROR elsewhere',
    'three/Cargo.toml': '[package]\n[dependencies]\ntwo = { path = "../two" }\n',
    'three/c.fake': 'ERROR further',
    'four/Cargo.toml': '[package]\n',
    'four/d.fake': 'ERROR unseen',
  };
  const others = async (maxAffectedFiles: number, file = 'one/a.fake'): Promise<unknown> => {
    await using lab = await Lab.open({
      files,
      servers: { cargo: fake('compiler.ts') },
      config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, otherFilesTimeout: FAR, maxAffectedFiles },
    });
    await lab.check({ [file]: 'edited' });
    expect(lab.started).toBe(1);
    const report = await lab.check({ 'notes.txt': '' }, true);
    return [messagesByFile(report.others), report.othersComplete];
  };
  expect(await others(40)).toEqual([{ 'two/b.fake': ['elsewhere'], 'three/c.fake': ['further'] }, true]);
  expect(await others(1)).toEqual([{ 'two/b.fake': ['elsewhere'] }, false]);
  expect(await others(40, 'four/d.fake')).toEqual([{}, true]);
});

test('REQ-KNOWN-010: what is found in a file that claims to be from the future is remembered, too', async () => {
  await using lab = await open({ config: { diagnosticTimeout: 300, firstTouchTimeout: FAR } });
  const file = lab.workspace.write('b.fake', 'ERROR tomorrow');
  utimesSync(file, new Date(Date.now() + 86_400_000), new Date(Date.now() + 86_400_000));
  expect(messagesByFile((await lab.check({ 'a.fake': '' }, true)).others)).toEqual({
    'b.fake': ['tomorrow'],
  });
  const late = await lab.check({ 'a.fake': 'HOLD' }, true);
  expect([messagesByFile(late.others), outcomes(late)]).toEqual([
    { 'b.fake': ['tomorrow'] },
    { cargo: 'timed-out' },
  ]);
});

test('REQ-TIME-080: a cancelled check ends at once, and the run goes on for the known files', async () => {
  await using lab = await open();
  lab.workspace.write('a.fake', 'HOLD\nERROR wanted');
  const { id, result } = lab.sidecar.ask('lsp/checkFile', { filePath: 'a.fake' });
  await lab.probe.until(({ event }) => event === 'started');
  lab.sidecar.cancel(id);
  expect(await elapsed(result.catch(() => undefined))).toBeLessThan(FAR / 4);
  lab.probe.tell({ command: 'finish' });
  await lab.probe.until(({ event }) => event === 'gone');
  lab.workspace.write('a.fake', 'ERROR wanted');
  expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({ 'a.fake': ['wanted'] });
});

const UNSAID: [title: string, order: string, reason: string][] = [
  ['refused by the manifest', 'REFUSE no such edition', 'no such edition'],
  ['an error at no place', 'STRAY linking failed', 'linking failed'],
  ['killed', 'CRASH', 'killed by SIGKILL'],
];

test('REQ-TIME-085: a run that did not look at everything makes no file clean, says why in the status, and the next one may', async () => {
  await using lab = await open();
  for (const [title, order, reason] of UNSAID) {
    const report = await lab.check({ 'a.fake': order });
    expect([title, report.files, outcomes(report)]).toEqual([
      title,
      { 'a.fake': [] },
      { cargo: 'timed-out' },
    ]);
    const row = (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'cargo');
    expect([title, row?.status, row?.reason]).toEqual([title, 'active', reason]);
    const next = await lab.check({ 'a.fake': 'ERROR said' });
    expect([title, messagesByFile(next.files), outcomes(next)]).toEqual([
      title,
      { 'a.fake': ['said'] },
      { cargo: 'complete' },
    ]);
  }
});

test('REQ-TIME-085: what is found beside such a failure is reported all the same', async () => {
  await using lab = await open();
  const report = await lab.check({ 'a.fake': 'ERROR found\nREFUSE the rest', 'b.fake': '' });
  expect([messagesByFile(report.files), outcomes(report)]).toEqual([
    { 'a.fake': ['found'], 'b.fake': [] },
    { cargo: 'timed-out' },
  ]);
});

test('garbage on stdout is passed over, and what a compiler leaves behind does not hold its word back', async () => {
  await using lab = await open();
  expect(messagesByFile((await lab.check({ 'a.fake': 'GARBAGE\nERROR found' })).files)).toEqual({
    'a.fake': ['found'],
  });
  expect(messagesByFile((await lab.check({ 'a.fake': 'CHILD\nERROR left' })).files)).toEqual({
    'a.fake': ['left'],
  });
  expect(await lab.sidecar.leftovers(10_000, 1)).toHaveLength(1);
});

test('REQ-LIFE-070: a compiler that cannot be started is broken, and the check does not wait for it', async () => {
  await using lab = await Lab.open({
    files: { 'Cargo.toml': '' },
    servers: { cargo: { command: '/bin/sh', args: ['-c', 'exit 127'], extensions: ['.fake'] } },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR },
  });
  const report = lab.check({ 'a.fake': 'ERROR a' });
  expect(await elapsed(report)).toBeLessThan(FAR / 4);
  expect(outcomes(await report)).toEqual({ cargo: 'broken' });
  expect(await lab.status('cargo')).toBe('broken');
});

const ENDS: [title: string, end: (lab: Lab) => unknown][] = [
  ['lsp/shutdown', (lab) => lab.sidecar.request('lsp/shutdown', {})],
  ['the end of stdin', (lab) => lab.sidecar.endStdin()],
  ['SIGTERM', (lab) => lab.sidecar.kill('SIGTERM')],
  ['SIGKILL', (lab) => lab.sidecar.kill('SIGKILL')],
];

for (const [title, end] of ENDS) {
  test(`REQ-LIFE-040: ${title} of the sidecar ends a run that ignores every signal, and what it has started`, async () => {
    await using lab = await open();
    void lab.check({ 'a.fake': 'CHILD\nHANG' }).catch(() => undefined);
    await lab.probe.until(({ event }) => event === 'started');
    await end(lab);
    expect(await lab.sidecar.leftovers()).toEqual([]);
  });
}

/** cargo, and rust-analyzer in its place: the first finds `ERROR`, the second `LINT`, so that a line can have both wordings. */
function openBoth(config: Omit<LspConfig, 'servers'>): Promise<Lab> {
  return Lab.open({
    files: { 'Cargo.toml': '[workspace]\n', 'a.fake': '', 'b.fake': '' },
    servers: { cargo: fake('compiler.ts'), 'rust-analyzer': fake('pull.ts', { args: ['--lint'] }) },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, ...config },
  });
}

test('a fallback is not started while its primary is quick', async () => {
  await using lab = await openBoth({});
  const report = await lab.check({ 'a.fake': 'LINT mine ERROR yours' }, true);
  expect([messagesByFile(report.files), outcomes(report), lab.probe.starts('rust-analyzer')]).toEqual([
    { 'a.fake': ['yours'] },
    { cargo: 'complete' },
    0,
  ]);
});

test('a fallback answers while its primary is late; then the result of the primary takes its place', async () => {
  // The first check starts the fallback after half of its time.
  await using lab = await openBoth({
    diagnosticTimeout: 1500,
    firstTouchTimeout: 6000,
    otherFilesTimeout: 300,
  });
  const late = await lab.check({ 'a.fake': 'HOLD\nLINT mine ERROR yours\nERROR only yours' }, true);
  expect([messagesByFile(late.files), outcomes(late), late.othersComplete]).toEqual([
    { 'a.fake': ['mine ERROR yours'] },
    { cargo: 'timed-out', 'rust-analyzer': 'complete' },
    false,
  ]);

  await finish(lab);
  // Late once more: each line in one wording, the newer.
  const again = await lab.check({ 'a.fake': 'HOLD\nLINT mine ERROR yours\nERROR only yours\n' });
  expect(messagesByFile(again.files)).toEqual({ 'a.fake': ['mine ERROR yours', 'only yours'] });

  lab.probe.tell({ command: 'finish' });
  const quick = await lab.check({ 'a.fake': 'LINT mine ERROR yours' }, true);
  expect([messagesByFile(quick.files), outcomes(quick)]).toEqual([
    { 'a.fake': ['yours'] },
    { cargo: 'complete' },
  ]);
  const other = await lab.check({ 'b.fake': '' }, true);
  expect([messagesByFile(other.others), lab.probe.starts('rust-analyzer')]).toEqual([
    { 'a.fake': ['yours'] },
    1,
  ]);
});

test('REQ-FMT-070: a member of a Cargo workspace that lies outside its root is reported once, by the compiler', async () => {
  await using lab = await Lab.open({
    files: {
      'w/Cargo.toml': '[workspace]\nmembers = ["../a"]\n',
      'a/Cargo.toml': '[package]\nworkspace = "../w"\n',
      'a/x.fake': '',
      'a/y.fake': '',
    },
    servers: {
      cargo: fake('compiler.ts', { args: ['../a'] }),
      'rust-analyzer': fake('pull.ts', { args: ['--lint'] }),
    },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: 1500, otherFilesTimeout: 300 },
  });
  const late = await lab.check({ 'a/x.fake': 'HOLD\nLINT mine ERROR yours' });
  expect([messagesByFile(late.files), outcomes(late)]).toEqual([
    { 'a/x.fake': ['mine ERROR yours'] },
    { cargo: 'timed-out', 'rust-analyzer': 'complete' },
  ]);
  await finish(lab);
  lab.workspace.write('a/x.fake', 'LINT mine ERROR yours');
  const other = await lab.check({ 'a/y.fake': '' }, true);
  expect([messagesByFile(other.others), outcomes(other)]).toEqual([
    { 'a/x.fake': ['yours'] },
    { cargo: 'complete' },
  ]);
});

test('a fallback is asked at once about what its primary cannot judge, be it proposed or out of order', async () => {
  await using lab = await openBoth({});
  const proposed = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.fake', text: 'LINT proposed' }],
  });
  expect([messagesByFile(proposed.files), outcomes(proposed)]).toEqual([
    { 'a.fake': ['proposed'] },
    { cargo: 'timed-out', 'rust-analyzer': 'complete' },
  ]);
  const refused = lab.check({ 'a.fake': 'LINT mine\nREFUSE the manifest' });
  expect(await elapsed(refused)).toBeLessThan(FAR / 4);
  expect(messagesByFile((await refused).files)).toEqual({ 'a.fake': ['mine'] });
});

test('without its primary a fallback is a server like any other', async () => {
  await using lab = await Lab.open({
    files: { 'Cargo.toml': '[workspace]\n' },
    servers: { cargo: { enabled: false }, 'rust-analyzer': fake('pull.ts', { args: ['--lint'] }) },
    config: { firstTouchTimeout: FAR },
  });
  const report = await lab.check({ 'a.fake': 'LINT mine' });
  expect([messagesByFile(report.files), outcomes(report)]).toEqual([
    { 'a.fake': ['mine'] },
    { 'rust-analyzer': 'complete' },
  ]);
});
