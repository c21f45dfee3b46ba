import { expect, test } from 'bun:test';

import type { CheckFileParams, CheckReport, Origin } from '../../src/types.ts';
import { fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAR = 20_000;
const PATIENT = { firstTouchTimeout: FAR, diagnosticTimeout: FAR, otherFilesTimeout: FAR, linterGrace: FAR };

type Edits = Record<string, [before: string | undefined, text: string]>;

/** Writes the files and has them checked, as the tools of a host that reports origins do. */
function edit(lab: Lab, files: Edits, others = false): Promise<CheckReport> {
  for (const [file, [, text]] of Object.entries(files)) lab.workspace.write(file, text);
  return announce(lab, files, others);
}

/** As a host's hook does, some time after the host has written the files. */
function announce(lab: Lab, files: Edits, others = false): Promise<CheckReport> {
  const asked = Object.entries(files).map(([filePath, [before, text]]): CheckFileParams => ({
    filePath,
    text,
    ...(before === undefined ? { created: true } : { before }),
  }));
  return lab.sidecar.request('lsp/check', { files: asked, others, written: true, origins: true });
}

const origins = (record: CheckReport['files']): Record<string, (Origin | undefined)[]> =>
  Object.fromEntries(Object.entries(record).map(([file, list]) => [file, list.map(({ origin }) => origin)]));

const session = async (lab: Lab): Promise<unknown> => {
  const { open, complete } = await lab.sidecar.request('lsp/session', {});
  return { open: messagesByFile(open), complete };
};

/** The model has read the file, and its findings are known. */
async function read(lab: Lab, filePath: string): Promise<void> {
  await lab.sidecar.request('lsp/check', { files: [{ filePath }], origins: true });
}

/** As a read in the background that the server has answered. */
async function warm(lab: Lab, filePath: string): Promise<void> {
  const afterEpoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.sidecar.notify('lsp/warm', { filePath, findings: true });
  await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch, waitMs: FAR });
}

test('REQ-DIAG-010: a deletion that no origins were asked for was caused by the session, too', async () => {
  await using lab = await Lab.open({
    servers: { pyright: fake('imports.ts', { extensions: ['.py'] }) },
    config: PATIENT,
    files: { 'a.py': 'def f\n', 'b.py': 'from a import f\n' },
  });
  await read(lab, 'b.py');
  lab.workspace.remove('a.py');
  await lab.sidecar.request('lsp/check', { files: [], deleted: ['a.py'] });
  expect(await session(lab)).toEqual({ open: { 'b.py': ['a has no f'] }, complete: true });
});

test('REQ-DIAG-010: a change by a shell was caused by the session, though a check without origins has seen it first', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '', 'b.fake': '' },
  });
  await read(lab, 'a.fake');
  lab.workspace.write('a.fake', 'ERROR shell\n');
  expect(await lab.messages('a.fake')).toEqual(['shell']);
  expect(await session(lab)).toEqual({ open: { 'a.fake': ['shell'] }, complete: true });
});

test('a server that has read the new text before the check is not asked what stood before by what it knows', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR old\n', 'b.fake': '' },
  });
  await read(lab, 'b.fake');
  lab.workspace.write('a.fake', 'ERROR old\nERROR new\n');
  await warm(lab, 'a.fake');
  const report = await announce(lab, { 'a.fake': ['ERROR old\n', 'ERROR old\nERROR new\n'] });
  expect(origins(report.files)).toEqual({ 'a.fake': ['before', 'edit'] });
  expect(await session(lab)).toEqual({ open: { 'a.fake': ['new'] }, complete: true });
});

test('what a shell has changed in a known file before the first edit is distinguished, once a sweep has found it', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR old\n', 'b.fake': '' },
  });
  await read(lab, 'a.fake');
  lab.workspace.write('a.fake', 'ERROR old\nERROR shell\n');
  await read(lab, 'b.fake');
  const report = await edit(lab, {
    'a.fake': ['ERROR old\nERROR shell\n', 'ERROR old\nERROR shell\nERROR edit\n'],
  });
  expect(origins(report.files)).toEqual({ 'a.fake': ['before', 'session', 'edit'] });
});

test('what a shell has changed in a known file before the first edit is distinguished, before a sweep has found it', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR old\n', 'b.fake': '' },
  });
  await read(lab, 'a.fake');
  lab.workspace.write('a.fake', 'ERROR old\nERROR shell\n');
  const report = await edit(lab, {
    'a.fake': ['ERROR old\nERROR shell\n', 'ERROR old\nERROR shell\nERROR edit\n'],
  });
  expect(origins(report.files)).toEqual({ 'a.fake': ['before', 'session', 'edit'] });
});

test('what stands in a file that a shell has created did not stand before the session', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'b.fake': '' },
  });
  await read(lab, 'b.fake');
  lab.workspace.write('a.fake', 'ERROR shell\n');
  const report = await edit(lab, { 'a.fake': ['ERROR shell\n', 'ERROR shell\nERROR edit\n'] });
  expect(origins(report.files)).not.toEqual({ 'a.fake': ['before', 'edit'] });
});

test('what a server publishes while a proposal runs is not lost for other files', async () => {
  await using lab = await Lab.open({
    servers: { gopls: fake('settles.ts') },
    config: PATIENT,
    files: { 'a.fake': 'BREAKS b.fake late', 'b.fake': '', 'c.fake': '' },
  });
  await lab.messages('a.fake');
  await lab.sidecar.request('lsp/propose', { files: [{ filePath: 'c.fake', text: 'x' }] });
  const afterEpoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.probe.tell({ command: 'publish' });
  await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch, waitMs: 300 });
  const report = await lab.check({ 'c.fake': 'fine' }, true);
  expect([messagesByFile(report.others), report.othersComplete]).toEqual([{ 'b.fake': ['late'] }, true]);
});

test('what a shell has mended while the server was shut down is open no more', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { ...PATIENT, idleShutdown: 300 },
    files: { 'a.fake': '', 'b.fake': '' },
  });
  await edit(lab, { 'a.fake': ['', 'ERROR open\n'] });
  await lab.probe.until(({ event }) => event === 'gone');
  lab.workspace.write('a.fake', 'mended\n');
  expect(await session(lab)).toEqual({ open: {}, complete: true });
  expect((await edit(lab, { 'b.fake': ['', 'x\n'] })).open).toEqual({});
});

test('REQ-LIFE-070: nothing is open in a deleted file, though its server has crashed', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '' },
  });
  await edit(lab, { 'a.fake': ['', 'ERROR open\n'] });
  const row = (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'fake');
  process.kill(row!.serverPid!, 'SIGKILL');
  await lab.probe.until(({ event }) => event === 'gone');
  lab.workspace.remove('a.fake');
  expect(await session(lab)).toEqual({ open: {}, complete: false });
});

test('REQ-LIFE-070: a report is not complete after a server has crashed, though nothing is open', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '' },
  });
  await edit(lab, { 'a.fake': ['', 'fine\n'] });
  const row = (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'fake');
  process.kill(row!.serverPid!, 'SIGKILL');
  await lab.probe.until(({ event }) => event === 'gone');
  await edit(lab, { 'a.fake': ['fine\n', 'ERROR now\n'] });
  expect(await session(lab)).toEqual({ open: {}, complete: false });
});

test('REQ-LIFE-060: a report does not claim to be complete where a shell has changed a file whose server is shut down', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { ...PATIENT, idleShutdown: 300 },
    files: { 'a.fake': '' },
  });
  await edit(lab, { 'a.fake': ['', 'fine\n'] });
  await lab.probe.until(({ event }) => event === 'gone');
  lab.workspace.write('a.fake', 'ERROR shell\n');
  expect(await session(lab)).not.toEqual({ open: {}, complete: true });
});

const IMPORTS = { servers: { pyright: fake('imports.ts', { extensions: ['.py'] }) }, config: PATIENT };

test('REQ-DIAG-010: what an edit may have mended in another file is not reported as standing there still', async () => {
  await using lab = await Lab.open({
    ...IMPORTS,
    files: { 'a.py': 'def f\n', 'b.py': 'from a import f\n', 'c.py': '', 'd.py': '' },
  });
  await read(lab, 'c.py');
  await edit(lab, { 'c.py': ['', 'from a import h\n'] });
  const broken = await edit(lab, { 'a.py': ['def f\n', 'def g\n'] }, true);
  expect(messagesByFile(broken.others)).toEqual({ 'b.py': ['a has no f'], 'c.py': ['a has no h'] });
  expect((await edit(lab, { 'd.py': ['', 'x\n'] })).open).toEqual({ 'b.py': 1, 'c.py': 1 });
  expect((await edit(lab, { 'a.py': ['def g\n', 'def f\n'] })).open).toEqual({});
  expect((await edit(lab, { 'd.py': ['x\n', 'y\n'] })).open).toEqual({});
  expect(await session(lab)).toEqual({ open: { 'c.py': ['a has no h'] }, complete: true });
  expect((await edit(lab, { 'd.py': ['y\n', 'z\n'] })).open).toEqual({ 'c.py': 1 });
});

test('REQ-DIAG-010: a file that a shell has created had no errors before', async () => {
  await using lab = await Lab.open({ ...IMPORTS, files: { 'a.py': 'def f\n', 'd.py': '' } });
  await edit(lab, { 'd.py': ['', 'x\n'] });
  lab.workspace.write('n.py', 'from a import g\n');
  expect(
    (await edit(lab, { 'd.py': ['x\n', 'y\n'] }, true)).others['n.py']?.map(({ message, origin }) => [
      message,
      origin,
    ]),
  ).toEqual([['a has no g', undefined]]);
  expect(await session(lab)).toEqual({ open: { 'n.py': ['a has no g'] }, complete: true });
  expect(origins((await edit(lab, { 'n.py': ['from a import g\n', 'from a import g\n\n'] })).files)).toEqual({
    'n.py': ['session'],
  });
});

test('REQ-DIAG-010: what a file breaks that a shell has moved away is not reported as having stood before', async () => {
  await using lab = await Lab.open({
    ...IMPORTS,
    files: {
      'a.py': 'def f\n',
      'b.py': 'from a import f\n',
      'c.py': 'import d\nfrom e import x\n',
      'd.py': '',
    },
  });
  await edit(lab, { 'd.py': ['', 'x\n'] });
  lab.workspace.write('a2.py', 'def f\n');
  lab.workspace.remove('a.py');
  const { others } = await edit(lab, { 'd.py': ['x\n', 'y\n'] }, true);
  expect([messagesByFile(others), origins(others)['b.py']]).toEqual([
    { 'b.py': ['a has no f'], 'c.py': ['e has no x'] },
    [undefined],
  ]);
});

test('REQ-DIAG-010: a file that a shell has moved, or put back, has the errors that it had', async () => {
  await using lab = await Lab.open({ ...IMPORTS, files: { 'm.py': 'from e import x\n', 'd.py': '' } });
  await edit(lab, { 'd.py': ['', 'x\n'] });
  lab.workspace.remove('m.py');
  lab.workspace.write('n.py', 'from e import x\n');
  expect(messagesByFile((await edit(lab, { 'd.py': ['x\n', 'y\n'] }, true)).others)).toEqual({
    'n.py': ['e has no x'],
  });
  expect(await session(lab)).toMatchObject({ open: {} });
  lab.workspace.remove('n.py');
  await session(lab);
  lab.workspace.write('n.py', 'from e import x\n');
  await edit(lab, { 'd.py': ['y\n', 'z\n'] }, true);
  expect(await session(lab)).toMatchObject({ open: {} });
});

test('REQ-DIAG-010: a file that a tool has moved, or put back, has the errors that it had', async () => {
  await using lab = await Lab.open({ ...IMPORTS, files: { 'm.py': 'from e import x\n', 'd.py': '' } });
  await read(lab, 'm.py');
  const move = (from: string, to: string, text: string): Promise<CheckReport> => {
    lab.workspace.remove(from);
    lab.workspace.write(to, text);
    const files = [{ filePath: to, text, created: true }];
    return lab.sidecar.request('lsp/check', { files, deleted: [from], written: true, origins: true });
  };
  const text = 'from e import x\nfrom e import y\n';
  expect(origins((await move('m.py', 'n.py', text)).files)).toEqual({ 'n.py': ['before', 'edit'] });
  expect(origins((await move('n.py', 'm.py', text)).files)).toEqual({ 'm.py': ['before', 'session'] });
});

test('a report does not claim to be complete where a shell has changed a file that no server was asked about', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '', 'b.fake': '' },
  });
  await edit(lab, { 'a.fake': ['', 'fine\n'] });
  lab.workspace.write('b.fake', 'ERROR shell\n');
  expect(await session(lab)).not.toEqual({ open: {}, complete: true });
});

test('what a fallback server had open is mended once the compiler has judged the file', async () => {
  await using lab = await Lab.open({
    files: { 'Cargo.toml': '[workspace]\n', 'a.fake': '', 'b.fake': '' },
    servers: { cargo: fake('compiler.ts'), 'rust-analyzer': fake('pull.ts', { args: ['--lint'] }) },
    config: { ...PATIENT, diagnosticTimeout: 3000, firstTouchTimeout: 3000 },
  });
  const late = await edit(lab, { 'a.fake': ['', 'LINT mine\nHOLD\n'] });
  expect([messagesByFile(late.files), outcomes(late)]).toEqual([
    { 'a.fake': ['mine'] },
    { cargo: 'timed-out', 'rust-analyzer': 'complete' },
  ]);
  lab.probe.tell({ command: 'finish' });
  const mended = await edit(lab, { 'a.fake': ['LINT mine\nHOLD\n', 'fine\n'] });
  expect(outcomes(mended)).toEqual({ cargo: 'complete' });
  expect((await edit(lab, { 'b.fake': ['', 'x\n'] })).open).toEqual({});
});

test('what the first edit caused is not reported as having stood before, though the compiler was late', async () => {
  await using lab = await Lab.open({
    files: { 'Cargo.toml': '[workspace]\n', 'a.fake': '', 'b.fake': '' },
    servers: { cargo: fake('compiler.ts') },
    config: { ...PATIENT, diagnosticTimeout: 300, firstTouchTimeout: 300 },
  });
  expect(outcomes(await edit(lab, { 'a.fake': ['', 'HOLD\nERROR late\n'] }))).toEqual({ cargo: 'timed-out' });
  await lab.probe.until(({ event }) => event === 'started');
  const afterEpoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.probe.tell({ command: 'finish' });
  await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch, waitMs: FAR });
  const next = await edit(lab, { 'a.fake': ['HOLD\nERROR late\n', 'HOLD\nERROR late\n\n'] });
  expect(messagesByFile(next.files)).toEqual({ 'a.fake': ['late'] });
  expect(origins(next.files)).not.toEqual({ 'a.fake': ['before'] });
});

test('what a file that no server can be shown breaks in others did not stand before', async () => {
  await using lab = await Lab.open({
    servers: { pyright: fake('imports.ts', { extensions: ['.py'] }) },
    config: PATIENT,
    files: { 'a.py': 'def f\n', 'b.py': 'from a import f\n' },
  });
  await read(lab, 'a.py');
  const report = await edit(lab, { 'a.py': ['def f\n', 'nul\0'] }, true);
  expect(messagesByFile(report.others)).toEqual({ 'b.py': ['a has no f'] });
  expect(origins(report.others)).not.toEqual({ 'b.py': ['before'] });
});

test('what a shell has changed in a file that was read is distinguished after lsp/diagnostics has looked at it', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR old\n', 'b.fake': '' },
  });
  await warm(lab, 'a.fake');
  // What the workspace looked like at first is known by then.
  await lab.sidecar.request('lsp/diagnostics', {});
  lab.workspace.write('a.fake', 'ERROR old\nERROR shell\n');
  await lab.sidecar.request('lsp/diagnostics', {});
  const report = await edit(lab, {
    'a.fake': ['ERROR old\nERROR shell\n', 'ERROR old\nERROR shell\nERROR edit\n'],
  });
  expect(origins(report.files)).toEqual({ 'a.fake': ['before', 'session', 'edit'] });
});

test('what a server has published of other files stood before, though the tree has changed since', async () => {
  await using lab = await Lab.open({
    servers: { gopls: fake('settles.ts') },
    config: PATIENT,
    files: { 'a.fake': 'BREAKS b.fake old', 'b.fake': '', 'c.fake': '' },
  });
  await lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.fake' }], others: true });
  await lab.sidecar.request('lsp/diagnostics', {});
  await edit(lab, { 'c.fake': ['', 'x'] });
  const report = await edit(lab, { 'c.fake': ['x', 'xx'] }, true);
  expect(origins(report.others)).toEqual({ 'b.fake': ['before'] });
  expect(await session(lab)).toMatchObject({ open: {} });
});

test('REQ-LIFE-060: what was open when the server was shut down is counted by the next result, and is verified by the report', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { ...PATIENT, idleShutdown: 300 },
    files: { 'a.fake': '', 'b.fake': '' },
  });
  await edit(lab, { 'a.fake': ['', 'ERROR open\n'] });
  await lab.probe.until(({ event }) => event === 'gone');
  expect((await edit(lab, { 'b.fake': ['', 'x\n'] })).open).toEqual({ 'a.fake': 1 });
  expect(await session(lab)).toEqual({ open: { 'a.fake': ['open'] }, complete: true });
});

test('REQ-LIFE-060: a server that was started again for another file is asked about what was open', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { ...PATIENT, idleShutdown: 300 },
    files: { 'a.fake': '', 'b.fake': '' },
  });
  await edit(lab, { 'a.fake': ['', 'ERROR open\n'] });
  await lab.probe.until(({ event }) => event === 'gone');
  await edit(lab, { 'b.fake': ['', 'x\n'] });
  expect(await session(lab)).toEqual({ open: { 'a.fake': ['open'] }, complete: true });
});

test('a server that takes no texts gives no origin by a proposal', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('takes-no-texts.ts') },
    config: PATIENT,
    files: { 'a.fake': 'x\n', 'b.fake': '' },
  });
  await edit(lab, { 'b.fake': ['', 'x\n'] });
  expect(origins((await edit(lab, { 'a.fake': ['x\n', 'ERROR new\n'] })).files)).toEqual({
    'a.fake': [undefined],
  });
});

test('of two edits at once no result says that what the other one broke stood before', async () => {
  await using lab = await Lab.open({
    servers: { pyright: fake('imports.ts', { extensions: ['.py'] }) },
    config: PATIENT,
    files: { 'a.py': 'def f\n', 'b.py': 'x\n', 'c.py': 'from a import f\n' },
  });
  await read(lab, 'a.py');
  await read(lab, 'c.py');
  lab.workspace.write('a.py', 'def g\n');
  const b = await edit(lab, { 'b.py': ['x\n', 'y\n'] }, true);
  const a = await announce(lab, { 'a.py': ['def f\n', 'def g\n'] }, true);
  expect([origins(b.others), origins(a.others)]).toEqual([{ 'c.py': [undefined] }, { 'c.py': [undefined] }]);
  expect(await session(lab)).toEqual({ open: { 'c.py': ['a has no f'] }, complete: true });
});

test('REQ-DIAG-010: what a deletion broke that is announced at the same time was not caused by the next change', async () => {
  await using lab = await Lab.open({
    servers: { pyright: fake('imports.ts', { extensions: ['.py'] }) },
    config: PATIENT,
    files: { 'a.py': 'def f\n', 'b.py': '', 'd.py': '' },
  });
  await edit(lab, { 'b.py': ['', 'from a import f\n'] });
  lab.workspace.remove('a.py');
  const announced = lab.sidecar.request('lsp/check', { files: [], deleted: ['a.py'] });
  const { others } = await edit(lab, { 'd.py': ['', 'x\n'] }, true);
  await announced;
  expect(messagesByFile(others)).toEqual({ 'b.py': ['a has no f'] });
  expect(origins(others)).not.toEqual({ 'b.py': ['edit'] });
});

test('what stood is not called caused where the server cannot be asked about the former text', async () => {
  await using lab = await Lab.open({
    servers: { dockerfile: fake('push-once.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR old\n' },
  });
  expect(origins((await edit(lab, { 'a.fake': ['ERROR old\n', 'ERROR old\nx\n'] })).files)).toEqual({
    'a.fake': [undefined],
  });
  const next = await edit(lab, { 'a.fake': ['ERROR old\nx\n', 'ERROR old\ny\nERROR new\n'] });
  expect([origins(next.files), next.open]).toEqual([{ 'a.fake': ['before', 'edit'] }, {}]);
  expect(await session(lab)).toMatchObject({ open: { 'a.fake': ['new'] } });
});
