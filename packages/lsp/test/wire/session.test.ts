import { expect, test } from 'bun:test';

import type { CheckReport, Origin } from '../../src/types.ts';
import { fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAR = 20_000;
const PATIENT = { firstTouchTimeout: FAR, diagnosticTimeout: FAR };

/** Writes the file and has it checked, as the tools of a host that reports origins do. */
async function edit(
  lab: Lab,
  filePath: string,
  before: string | undefined,
  text: string,
): Promise<CheckReport> {
  lab.workspace.write(filePath, text);
  return lab.sidecar.request('lsp/check', {
    files: [{ filePath, text, ...(before === undefined ? { created: true } : { before }) }],
    origins: true,
  });
}

const told = ({ files }: CheckReport): Record<string, (Origin | undefined)[]> =>
  Object.fromEntries(Object.entries(files).map(([file, list]) => [file, list.map(({ origin }) => origin)]));

const session = async (lab: Lab): Promise<unknown> => {
  const { open, complete } = await lab.sidecar.request('lsp/session', {});
  return { open: messagesByFile(open), complete };
};

test('REQ-DIAG-010: origins of several edits of one file: what was there, what each has caused, and what is open', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR old\n', 'c.fake': '' },
  });
  // What stood before is waited for briefly where the server has just started.
  await lab.check({ 'c.fake': 'x\n' });
  expect(told(await edit(lab, 'a.fake', 'ERROR old\n', 'ERROR old\nERROR new\n'))).toEqual({
    'a.fake': ['before', 'edit'],
  });
  expect(
    told(await edit(lab, 'a.fake', 'ERROR old\nERROR new\n', 'ERROR old\nERROR new\nx\nERROR newest\n')),
  ).toEqual({ 'a.fake': ['before', 'session', 'edit'] });
  expect(await session(lab)).toEqual({ open: { 'a.fake': ['new', 'newest'] }, complete: true });
  expect(told(await edit(lab, 'b.fake', undefined, 'ERROR b\n'))).toEqual({ 'b.fake': ['edit'] });
  expect((await edit(lab, 'a.fake', 'ERROR old\nERROR new\nx\nERROR newest\n', 'ERROR old\n')).open).toEqual({
    'b.fake': 1,
  });
  expect(await session(lab)).toEqual({ open: { 'b.fake': ['b'] }, complete: true });
  lab.workspace.remove('b.fake');
  expect(await session(lab)).toEqual({ open: {}, complete: true });
});

test('REQ-DIAG-010: a check without a change causes nothing, and one that does not ask gets nothing', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR old\n' },
  });
  const read = await lab.sidecar.request('lsp/check', { files: [{ filePath: 'a.fake' }], origins: true });
  expect(told(read)).toEqual({ 'a.fake': ['before'] });
  const plain = await lab.check({ 'a.fake': 'ERROR new\n' });
  expect(plain).not.toHaveProperty('open');
  expect(told(plain)).toEqual({ 'a.fake': [undefined] });
});

test('the origin is left out where the server has no time to find it, and the findings come all the same', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: { firstTouchTimeout: FAR, diagnosticTimeout: 400 },
    files: { 'a.fake': 'HOLD\nERROR old\n', 'b.fake': '' },
  });
  await edit(lab, 'b.fake', '', 'x');
  const report = await edit(lab, 'a.fake', 'HOLD\nERROR old\n', 'ERROR old\n');
  expect([told(report), outcomes(report)]).toEqual([{ 'a.fake': [undefined] }, { fake: 'complete' }]);
});

test('REQ-DIAG-010: a base that a shell has changed meanwhile is asked for, not taken from what was known', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '' },
  });
  await edit(lab, 'a.fake', '', 'x\n');
  lab.workspace.write('a.fake', 'x\nERROR shell\n');
  const report = await edit(lab, 'a.fake', 'x\nERROR shell\n', 'x\nERROR shell\nERROR edit\n');
  expect(told(report)).toEqual({ 'a.fake': ['session', 'edit'] });
  expect(await session(lab)).toEqual({ open: { 'a.fake': ['shell', 'edit'] }, complete: true });
});

test('REQ-LIFE-070: what was caused is still reported after the server has crashed, and that it is not verified', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '' },
  });
  await edit(lab, 'a.fake', '', 'ERROR open\n');
  const row = (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'fake');
  if (row?.serverPid === undefined) throw new Error('no server');
  process.kill(row.serverPid, 'SIGKILL');
  await lab.probe.until(({ event }) => event === 'gone');
  expect(await session(lab)).toEqual({ open: { 'a.fake': ['open'] }, complete: false });
  expect((await lab.sidecar.request('lsp/metrics', {})).open).toEqual({ errors: 1, files: 1 });
});

test('REQ-LIFE-060: what was caused survives an idle shutdown: the server is started again for it', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: { ...PATIENT, idleShutdown: 300 },
    files: { 'a.fake': 'ERROR old\n' },
  });
  await edit(lab, 'a.fake', 'ERROR old\n', 'ERROR old\nERROR open\n');
  await lab.probe.until(({ event }) => event === 'gone');
  expect(await session(lab)).toEqual({ open: { 'a.fake': ['open'] }, complete: true });
  await lab.probe.until(({ event }) => event === 'gone');
  expect(told(await edit(lab, 'a.fake', 'ERROR old\nERROR open\n', 'ERROR old\nERROR open\n\n'))).toEqual({
    'a.fake': ['before', 'session'],
  });
});

test('a patch over several files is compared with all of them as they were', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR a\n', 'b.fake': 'ERROR b\n' },
  });
  await lab.messages('a.fake');
  await lab.messages('b.fake');
  const texts = { 'a.fake': 'ERROR a\nERROR more\n', 'b.fake': 'ERROR other\n' };
  for (const [file, text] of Object.entries(texts)) lab.workspace.write(file, text);
  const files = Object.entries(texts).map(([filePath, text]) => ({
    filePath,
    text,
    before: filePath === 'a.fake' ? 'ERROR a\n' : 'ERROR b\n',
  }));
  expect(told(await lab.sidecar.request('lsp/check', { files, origins: true }))).toEqual({
    'a.fake': ['before', 'edit'],
    'b.fake': ['edit'],
  });
});

test('a known base costs no question, a clean result none, and an unknown base one', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR old\n', 'b.fake': 'ERROR b\n', 'c.fake': 'ERROR c\n' },
  });
  const questions = (): number => lab.probe.received('textDocument/diagnostic').length;
  // What the model reads is asked about in the background.
  const epoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.sidecar.notify('lsp/warm', { filePath: 'a.fake', findings: true });
  await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch: epoch, waitMs: FAR });
  const asked = questions();
  expect(told(await edit(lab, 'a.fake', 'ERROR old\n', 'ERROR old\nERROR new\n'))).toEqual({
    'a.fake': ['before', 'edit'],
  });
  expect(questions() - asked).toBe(1);
  await edit(lab, 'b.fake', 'ERROR b\n', '');
  expect(questions() - asked).toBe(2);
  expect(told(await edit(lab, 'c.fake', 'ERROR c\n', 'ERROR c\nx\n'))).toEqual({ 'c.fake': ['before'] });
  expect(questions() - asked).toBe(4);
  expect(await session(lab)).toEqual({ open: { 'a.fake': ['new'] }, complete: true });
});

test('REQ-DIAG-010: a read that is not answered yet is withdrawn when an edit comes', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: PATIENT,
    files: { 'a.fake': 'HOLD\nERROR old\n', 'b.fake': '' },
  });
  await lab.messages('b.fake');
  lab.sidecar.notify('lsp/warm', { filePath: 'a.fake', findings: true });
  await lab.probe.untilReceived('textDocument/diagnostic', 'a.fake');
  expect(told(await edit(lab, 'b.fake', '', 'ERROR new\n'))).toEqual({ 'b.fake': ['edit'] });
});

test('REQ-DIAG-010: of a file that is only named, the text that the server was sent last is what stood before', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR old\n' },
  });
  await edit(lab, 'a.fake', '', 'ERROR old\n');
  lab.workspace.write('a.fake', 'ERROR old\nERROR new\n');
  const named = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.fake' }],
    written: true,
    origins: true,
  });
  expect(told(named)['a.fake']?.at(1)).toBe('edit');
  expect(told(named)['a.fake']?.at(0)).not.toBe('edit');
});

test('REQ-DIAG-010: what a navigation call has shown the server meanwhile is not taken for what stood before', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '' },
  });
  await edit(lab, 'a.fake', '', 'x\n');
  lab.workspace.write('a.fake', 'x\nERROR new\n');
  await lab.sidecar.request('lsp/diagnostics', {});
  const named = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: 'a.fake' }],
    written: true,
    origins: true,
  });
  expect(told(named)['a.fake']).not.toContain('before');
});

test('REQ-DIAG-010: what a shell did to a file that was never asked about is found by the text that it had', async () => {
  const files = { 'a.fake': '', 'b.fake': 'ERROR old\n' };
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') }, config: PATIENT, files });
  await edit(lab, 'a.fake', '', 'x\n');
  await lab.sidecar.request('lsp/session', {});
  lab.workspace.write('b.fake', 'ERROR old\nERROR shell\n');
  expect(
    told(await edit(lab, 'b.fake', 'ERROR old\nERROR shell\n', 'ERROR old\nERROR shell\nERROR edit\n')),
  ).toEqual({ 'b.fake': ['before', 'session', 'edit'] });
  expect(await session(lab)).toEqual({ open: { 'b.fake': ['shell', 'edit'] }, complete: true });
});
