import { expect, test } from 'bun:test';

import type { CheckReport, LspConfig } from '../../src/types.ts';
import { fake, Lab, messagesByFile } from '../harness/lab.ts';

/** Longer than any wait that a test configures: what waits for this has not been bounded. */
const FAR = 20_000;

const SAYS: LspConfig = {
  unjudged: 'say',
  firstTouchTimeout: FAR,
  diagnosticTimeout: 300,
  otherFilesTimeout: FAR,
};

/** A server that answers when the test says so, by whose imports the sidecar knows which files a change reaches. */
function open(): Promise<Lab> {
  return Lab.open({
    servers: { pyright: fake('held.ts', { extensions: ['.py'] }) },
    config: SAYS,
    files: { 'a.py': '', 'b.py': '' },
  });
}

/** As a tool of an adapter writes and asks. */
function edit(lab: Lab, filePath: string, before: string, text: string): Promise<CheckReport> {
  lab.workspace.write(filePath, text);
  const files = [{ filePath, before, text }];
  return lab.sidecar.request('lsp/check', { files, written: true, origins: true });
}

/** A command of a shell has ended. */
function command(lab: Lab): Promise<CheckReport> {
  return lab.sidecar.request('lsp/check', { files: [], found: true, written: true, origins: true });
}

/** The server has been asked about a.py, and the check has not waited for its answer. */
async function late(lab: Lab): Promise<void> {
  await edit(lab, 'a.py', '', 'x\n');
  await command(lab);
  const { unjudged } = await edit(lab, 'a.py', 'x\n', 'HOLD\nERROR late\n');
  expect(unjudged).toMatchObject([{ id: 'pyright', state: 'late', files: ['a.py'] }]);
}

/** Lets it answer, and returns once the service has the answer. */
async function answered(lab: Lab): Promise<void> {
  const epoch = (): Promise<number> => lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  const before = await epoch();
  lab.probe.tell({ command: 'answer' });
  while ((await epoch()) === before);
}

/** How often the server was asked about the text that it holds, and whether the first of these was cancelled. */
function questions(lab: Lab): { asked: number; cancelled: boolean } {
  const asked = lab.probe
    .received('textDocument/diagnostic')
    .filter(({ path, text }) => path === lab.workspace.path('a.py') && text?.includes('HOLD'));
  const cancelled = lab.probe
    .received('$/cancelRequest')
    .some(({ params }) => (params as { id: unknown }).id === asked[0]?.id);
  return { asked: asked.length, cancelled };
}

test('REQ-TIME-010 REQ-TIME-090: a question that was too late for its edit goes on, and the end of the turn waits for its answer', async () => {
  await using lab = await open();
  await late(lab);
  const early = await lab.sidecar.request('lsp/session', { waitMs: 300 });
  expect([early.open, early.pending]).toEqual([{}, true]);
  const end = lab.sidecar.request('lsp/session', { waitMs: FAR });
  await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.probe.tell({ command: 'answer' });
  const report = await end;
  expect([messagesByFile(report.open), report.pending]).toEqual([{ 'a.py': ['late'] }, undefined]);
  expect(questions(lab)).toEqual({ asked: 1, cancelled: false });
});

test('an edit of another file leaves it alone, and has it with the origin that it has', async () => {
  await using lab = await open();
  await late(lab);
  await edit(lab, 'b.py', '', 'y\n');
  expect(questions(lab)).toEqual({ asked: 1, cancelled: false });
  await answered(lab);
  const next = await edit(lab, 'b.py', 'y\n', 'z\n');
  expect(next.late?.['a.py']).toMatchObject([{ message: 'late', origin: 'session' }]);
  expect((await edit(lab, 'b.py', 'z\n', 'y\n')).late).toBeUndefined();
});

test('the result of a command that has changed nothing has it, once', async () => {
  await using lab = await open();
  await late(lab);
  expect((await command(lab)).late).toBeUndefined();
  await answered(lab);
  const next = await command(lab);
  expect(next.late?.['a.py']).toMatchObject([{ message: 'late', origin: 'session' }]);
  expect(next.found).toBeUndefined();
  expect((await command(lab)).late).toBeUndefined();
  expect((await edit(lab, 'b.py', '', 'y\n')).late).toBeUndefined();
});

test('the next edit of the same file ends it', async () => {
  await using lab = await open();
  await late(lab);
  const next = await edit(lab, 'a.py', 'HOLD\nERROR late\n', 'ERROR new\n');
  expect(messagesByFile(next.files)).toEqual({ 'a.py': ['new'] });
  expect(questions(lab).cancelled).toBe(true);
  expect((await edit(lab, 'b.py', '', 'y\n')).late).toBeUndefined();
});

test('a server that refuses until the check is over is asked again behind it', async () => {
  await using lab = await Lab.open({
    servers: { pyright: fake('refuses.ts', { extensions: ['.py'] }) },
    config: SAYS,
    files: { 'a.py': '' },
  });
  await edit(lab, 'a.py', '', 'x\n');
  // Its pauses become longer: with these, it has not answered before the deadline.
  const { unjudged } = await edit(lab, 'a.py', 'x\n', 'REFUSE -32801 8\nERROR late\n');
  expect(unjudged).toMatchObject([{ id: 'pyright', state: 'late', files: ['a.py'] }]);
  const { open: found } = await lab.sidecar.request('lsp/session', { waitMs: FAR });
  expect(messagesByFile(found)).toEqual({ 'a.py': ['late'] });
});
