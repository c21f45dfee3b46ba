import { expect, test } from 'bun:test';
import { renameSync } from 'node:fs';

import type { CheckReport, Origin } from '../../src/types.ts';
import { fake, Lab, messagesByFile } from '../harness/lab.ts';

const FAR = 20_000;
const PATIENT = { firstTouchTimeout: FAR, diagnosticTimeout: FAR, otherFilesTimeout: FAR, linterGrace: FAR };

const open = (files: Record<string, string>, config = {}): Promise<Lab> =>
  Lab.open({
    servers: { pyright: fake('imports.ts', { extensions: ['.py'] }) },
    config: { ...PATIENT, ...config },
    files,
  });

/** As a host asks once a command has ended. */
const after = (lab: Lab): Promise<CheckReport> => lab.sidecar.request('lsp/check', FOUND);
const FOUND = { files: [], written: true, found: true, others: true, origins: true };

/** As an edit of the model. */
async function edit(lab: Lab, filePath: string, text: string): Promise<void> {
  lab.workspace.write(filePath, text);
  await lab.sidecar.request('lsp/check', {
    files: [{ filePath, text, created: true }],
    written: true,
    origins: true,
  });
}

const origins = (record: CheckReport['files']): Record<string, (Origin | undefined)[]> =>
  Object.fromEntries(Object.entries(record).map(([file, list]) => [file, list.map(({ origin }) => origin)]));
const questions = (lab: Lab): number => lab.probe.received('textDocument/diagnostic').length;
const NOTHING = { files: {}, others: {}, othersComplete: true, servers: [] };

test('REQ-EXCL-040: a command that has changed nothing: no server is asked, and none starts', async () => {
  await using lab = await open({ 'a.py': 'def f\n' });
  expect(await after(lab)).toEqual(NOTHING);
  expect(lab.started).toBe(0);
  await edit(lab, 'b.py', 'from a import f\n');
  const asked = questions(lab);
  expect(await after(lab)).toEqual(NOTHING);
  lab.workspace.write('notes.log', 'x');
  expect(await after(lab)).toEqual(NOTHING);
  expect(questions(lab)).toBe(asked);
});

test('REQ-DIAG-010: a file that a command has changed before any edit is checked as an edit is', async () => {
  await using lab = await open({ 'a.py': 'def f\n', 'b.py': '\n' });
  // The first look at the workspace is over.
  await after(lab);
  lab.workspace.write('b.py', 'from a import g\n');
  const report = await after(lab);
  expect([messagesByFile(report.files), report.found]).toEqual([
    { 'b.py': ['a has no g'] },
    { written: 1, asked: 1 },
  ]);
  expect(await after(lab)).toEqual(NOTHING);
});

test.each(['known.py', 'unknown.py'])(
  'REQ-DIAG-010: what a command has caused in a file, and what stood there before: %s',
  async (file) => {
    await using lab = await open({
      'a.py': 'def f\n',
      'known.py': 'from a import old\n',
      'unknown.py': 'from a import old\n',
    });
    await edit(lab, 'd.py', 'from a import f\n');
    await lab.sidecar.request('lsp/check', { files: [{ filePath: 'known.py' }], origins: true });
    lab.workspace.write(file, 'from a import old\nfrom a import sed\n');
    const report = await after(lab);
    expect(messagesByFile(report.files)).toEqual({ [file]: ['a has no old', 'a has no sed'] });
    expect(origins(report.files)).toEqual({ [file]: ['before', 'edit'] });
  },
);

test("REQ-DIAG-010: a generator writes a new file: all of its errors are the command's, and what it mends elsewhere stands no more", async () => {
  await using lab = await open({ 'a.py': 'def f\n', 'b.py': 'from gen import f\n' });
  await edit(lab, 'd.py', 'from a import f\n');
  lab.workspace.write('gen.py', 'def f\nfrom a import none\n');
  const report = await after(lab);
  expect([origins(report.files), messagesByFile(report.others)]).toEqual([{ 'gen.py': ['edit'] }, {}]);
});

test('REQ-SCOPE-025: a command that deletes: no server starts for it; what it broke is reported where one runs', async () => {
  await using lab = await open({ 'a.py': 'def f\n', 'b.py': 'from a import f\n', 'c.py': '', 'd.py': '' });
  lab.workspace.remove('d.py');
  expect(await after(lab)).toEqual(NOTHING);
  expect(lab.started).toBe(0);
  await edit(lab, 'c.py', 'def c\n');
  lab.workspace.remove('a.py');
  const report = await after(lab);
  expect([report.files, messagesByFile(report.others), report.found]).toEqual([
    {},
    { 'b.py': ['a has no f'] },
    { written: 0, asked: 0 },
  ]);
  expect(report.othersComplete).toBe(true);
  expect(origins(report.others)['b.py']).not.toEqual(['before']);
});

test('REQ-SCOPE-025: a command that only moves files: no server starts, and they are not asked about', async () => {
  await using lab = await open({ 'a.py': 'def f\n', 'b.py': 'from a import f\n' });
  renameSync(lab.workspace.path('a.py'), lab.workspace.path('z.py'));
  expect(await after(lab)).toEqual(NOTHING);
  expect(lab.started).toBe(0);
  await edit(lab, 'c.py', 'def c\n');
  renameSync(lab.workspace.path('z.py'), lab.workspace.path('y.py'));
  expect((await after(lab)).found).toEqual({ written: 0, asked: 0 });
});

test('of a thousand files ten are asked about by name, those whose server runs first', async () => {
  await using lab = await Lab.open({
    servers: {
      pyright: fake('imports.ts', { extensions: ['.py'] }),
      other: fake('reads-disk.ts', { extensions: ['.fake'] }),
    },
    config: PATIENT,
    files: { 'a.py': 'def f\n', 'z/0.py': '' },
  });
  await edit(lab, 'b.py', 'from a import f\n');
  for (let n = 0; n < 990; n++) lab.workspace.write(`many/${n}.fake`, '');
  for (let n = 0; n < 10; n++) lab.workspace.write(`z/${n}.py`, 'from a import g\n');
  const { files, found } = await after(lab);
  expect(Object.keys(files)).toEqual(Array.from({ length: 10 }, (_, n) => `z/${n}.py`));
  expect(found).toEqual({ written: 1000, asked: 10 });
  expect(lab.started).toBe(1);
});

test('what a tool has written is not asked about again after a command', async () => {
  await using lab = await open({ 'a.py': 'def f\n' });
  await edit(lab, 'b.py', 'from a import g\n');
  lab.workspace.write('c.py', 'from a import h\n');
  expect(messagesByFile((await after(lab)).files)).toEqual({ 'c.py': ['a has no h'] });
});

test('REQ-TIME-080: what a cancelled check was to report of a command, is reported after the next one', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('held.ts') }, config: PATIENT });
  await edit(lab, 'a.fake', 'one\n');
  lab.workspace.write('b.fake', 'HOLD\nERROR two\n');
  const asked = lab.probe.untilReceived('textDocument/diagnostic', 'b.fake');
  const { id, result } = lab.sidecar.ask('lsp/check', FOUND);
  const cancelled = result.catch(() => undefined);
  const first = await asked;
  lab.sidecar.cancel(id);
  await cancelled;
  const next = after(lab);
  await lab.probe.untilReceived('textDocument/diagnostic', 'b.fake', { after: first });
  lab.probe.tell({ command: 'answer' });
  const report = await next;
  expect([messagesByFile(report.files), origins(report.files)]).toEqual([
    { 'b.fake': ['two'] },
    { 'b.fake': ['edit'] },
  ]);
  expect(await after(lab)).toEqual(NOTHING);
});

test('what git ignores is not asked about, though a command has built it', async () => {
  await using lab = await open({ 'a.py': 'def f\n', '.gitignore': 'build\n', '.git/HEAD': '' });
  await edit(lab, 'b.py', 'from a import f\n');
  lab.workspace.write('build/out.py', 'from a import g\n');
  expect((await after(lab)).files).toEqual({});
});
