import { expect, test } from 'bun:test';

import type { CheckReport, LspConfig, Unjudged } from '../../src/types.ts';
import { elapsed, fake, Lab, messagesByFile } from '../harness/lab.ts';

/** Longer than any wait that a test configures: what waits for this has not been bounded. */
const FAR = 20_000;

/** As a tool of an adapter writes and asks. */
function edit(
  lab: Lab,
  filePath: string,
  before: string,
  text: string,
  others = false,
): Promise<CheckReport> {
  lab.workspace.write(filePath, text);
  const files = [{ filePath, before, text }];
  return lab.sidecar.request('lsp/check', { files, written: true, origins: true, others });
}

/** Does it, and returns once the service has learned something from a server. */
async function learned(lab: Lab, act: () => void): Promise<void> {
  const afterEpoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  act();
  await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch, waitMs: FAR });
}

async function loading(config: LspConfig): Promise<Lab> {
  const lab = await Lab.open({
    servers: { slow: fake('loads-slowly.ts', { args: ['--pulls'] }) },
    config: { otherFilesTimeout: FAR, ...config },
    files: { 'a.fake': '', 'b.fake': '' },
  });
  // The server has begun to load before it is asked anything.
  lab.sidecar.notify('lsp/warm', { filePath: 'b.fake' });
  await lab.probe.until(({ event }) => event === 'begun');
  return lab;
}

test('REQ-TIME-030 REQ-TIME-090: with `unjudged: "say"` only the first edit waits for a server that reports that it loads, and what it finds comes with the next result', async () => {
  await using lab = await loading({ unjudged: 'say', firstTouchTimeout: 600, diagnosticTimeout: FAR });
  const row: Unjudged = { id: 'slow', language: '.fake', root: '.', state: 'loading', files: ['a.fake'] };
  const first = await edit(lab, 'a.fake', '', 'x\n');
  expect(first.unjudged).toMatchObject([row]);
  expect(first.unjudged?.[0]?.waited).toBeGreaterThan(500);
  const asked = lab.probe.events.at(-1);
  const second = edit(lab, 'a.fake', 'x\n', 'ERROR late\n', true);
  expect(await elapsed(second)).toBeLessThan(FAR / 4);
  expect((await second).unjudged).toEqual([row]);
  expect((await second).othersComplete).toBe(false);
  await lab.probe.untilReceived('textDocument/diagnostic', 'a.fake', asked && { after: asked });
  lab.probe.tell({ command: 'loaded' });
  await lab.probe.until(({ event }) => event === 'begun', asked && { after: asked });
  await learned(lab, () => {
    lab.probe.tell({ command: 'loaded' });
  });
  const next = await edit(lab, 'b.fake', '', 'y\n');
  expect([next.unjudged, messagesByFile(next.late ?? {})]).toEqual([undefined, { 'a.fake': ['late'] }]);
  expect((await edit(lab, 'b.fake', 'y\n', 'z\n')).late).toBeUndefined();
});

test('REQ-TIME-090: what the end of a turn has reported comes with no later result', async () => {
  await using lab = await loading({ unjudged: 'say', firstTouchTimeout: 600, diagnosticTimeout: FAR });
  await edit(lab, 'b.fake', '', 'x\n');
  const late = await edit(lab, 'a.fake', '', 'ERROR late\n');
  expect(late.unjudged).toMatchObject([{ state: 'loading', files: ['a.fake'] }]);
  for (const part of [1, 2]) {
    lab.probe.tell({ command: 'loaded' });
    if (part === 1) await lab.probe.until(({ event, path }) => event === 'begun' && path === undefined);
  }
  const { open } = await lab.sidecar.request('lsp/session', { waitMs: FAR });
  expect(messagesByFile(open)).toEqual({ 'a.fake': ['late'] });
  expect((await edit(lab, 'b.fake', 'x\n', 'y\n')).late).toBeUndefined();
});

test('REQ-TIME-010 REQ-TIME-020: otherwise an edit waits diagnosticTimeout for it, and the next result has nothing of an earlier edit', async () => {
  await using lab = await loading({ firstTouchTimeout: 300, diagnosticTimeout: 500 });
  await edit(lab, 'a.fake', '', 'ERROR late\n');
  expect(await elapsed(edit(lab, 'b.fake', '', 'x\n'))).toBeGreaterThan(450);
  for (const part of [1, 2]) {
    lab.probe.tell({ command: 'loaded' });
    if (part === 1) await lab.probe.until(({ event, path }) => event === 'begun' && path === undefined);
  }
  expect((await edit(lab, 'b.fake', 'x\n', 'y\n')).late).toBeUndefined();
});

test('a server that starts too late for an edit is asked once it runs, and the end of the turn has what it finds', async () => {
  await using lab = await Lab.open({
    servers: { slow: fake('starts-when-told.ts') },
    // It may start for three times as long.
    config: { unjudged: 'say', firstTouchTimeout: 3000, diagnosticTimeout: 3000 },
    files: { 'a.fake': '', 'b.fake': '' },
  });
  const states = async (file: string): Promise<unknown> =>
    (await edit(lab, file, '', `ERROR ${file}\n`)).unjudged?.map(({ state }) => state);
  expect(await Promise.all([states('a.fake'), states('b.fake')])).toEqual([['starting'], ['starting']]);
  const before = await lab.sidecar.request('lsp/session', {});
  expect([before.open, before.pending]).toEqual([{}, true]);
  lab.probe.tell({ command: 'initialize' });
  for (const file of ['a.fake', 'b.fake']) await lab.probe.untilReceived('textDocument/diagnostic', file);
  const after = await lab.sidecar.request('lsp/session', { waitMs: FAR });
  expect(messagesByFile(after.open)).toEqual({ 'a.fake': ['a.fake'], 'b.fake': ['b.fake'] });
  expect(after.pending).toBeUndefined();
});

test('REQ-LIFE-070: each report names a server that has ended, and nothing more is to come', async () => {
  await using lab = await Lab.open({
    servers: { dead: fake('crashes-at-once.ts') },
    files: { 'a.fake': '' },
  });
  for (const text of ['x\n', 'y\n'])
    expect((await edit(lab, 'a.fake', '', text)).unjudged).toMatchObject([{ id: 'dead', state: 'ended' }]);
  expect(await lab.sidecar.request('lsp/session', {})).toEqual({ open: {}, complete: false });
});

test('a linter that is late has left nothing unjudged, nor has a compiler whose fallback has answered', async () => {
  await using lab = await Lab.open({
    files: { 'Cargo.toml': '[workspace]\n', 'a.fake': '' },
    servers: {
      cargo: fake('compiler.ts'),
      'rust-analyzer': fake('pull.ts'),
      linter: fake('held.ts', { role: 'linter' }),
    },
    config: { firstTouchTimeout: 3000, diagnosticTimeout: 3000 },
  });
  const report = await edit(lab, 'a.fake', '', 'HOLD\n');
  expect(report.servers.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['cargo', 'timed-out'],
    ['linter', 'timed-out'],
    ['rust-analyzer', 'complete'],
  ]);
  expect(report.unjudged).toBeUndefined();
});

test('where another compiler has judged the file, the report has that', async () => {
  await using lab = await Lab.open({
    files: { 'a.fake': '' },
    servers: { one: fake('held.ts'), two: fake('pull.ts') },
    config: { firstTouchTimeout: 500, diagnosticTimeout: 500 },
  });
  await edit(lab, 'a.fake', '', 'x\n');
  expect((await edit(lab, 'a.fake', 'x\n', 'HOLD one\n')).unjudged).toMatchObject([
    { id: 'one', state: 'late', files: ['a.fake'], judgedByOthers: true },
  ]);
});

test('the end of a turn waits for a compiler as long as its caller may, and reports where more is to come', async () => {
  await using lab = await Lab.open({
    files: { 'Cargo.toml': '[workspace]\n', 'a.fake': '' },
    servers: { cargo: fake('compiler.ts') },
    config: { otherFilesTimeout: FAR, firstTouchTimeout: 300, diagnosticTimeout: 300 },
  });
  await edit(lab, 'a.fake', '', 'HOLD\nERROR late\n');
  await lab.probe.until(({ event }) => event === 'started');
  const early = await lab.sidecar.request('lsp/session', {});
  expect([early.open, early.pending]).toEqual([{}, true]);
  const report = lab.sidecar.request('lsp/session', { waitMs: FAR });
  // The run of the edit, and those of looks at the disk: as many as there are.
  const finish = async (): Promise<void> => {
    for (let run = lab.probe.events.at(-1); ;) {
      lab.probe.tell({ command: 'finish' });
      run = await lab.probe.until(({ event }) => event === 'started', run && { after: run });
    }
  };
  void finish().catch(() => undefined);
  const { open, pending } = await report;
  expect([messagesByFile(open), pending]).toEqual([{ 'a.fake': ['late'] }, undefined]);
});
