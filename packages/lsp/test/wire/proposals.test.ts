import { expect, test } from 'bun:test';
import { join } from 'node:path';

import type { CheckReport, LspConfig, ProposeParams } from '../../src/types.ts';
import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAR = 20_000;
const PATIENT = { firstTouchTimeout: FAR, diagnosticTimeout: FAR };

const propose = (
  lab: Lab,
  files: Record<string, string>,
  more: Omit<ProposeParams, 'files'> = {},
): Promise<CheckReport> =>
  lab.sidecar.request('lsp/propose', {
    files: Object.entries(files).map(([filePath, text]) => ({ filePath, text })),
    ...more,
  });

const PULL = 'textDocument/diagnostic';

/** Resolves once the server is asked about the file again. */
const whenAsked = (lab: Lab, file: string) =>
  lab.probe.untilReceived(PULL, file, { after: lab.probe.received(PULL).at(-1)! });

/** What a host can see of what the sidecar remembers. */
async function remembered(lab: Lab, server: string): Promise<unknown> {
  const known = await lab.sidecar.request('lsp/diagnostics', {});
  const session = await lab.sidecar.request('lsp/session', {});
  const row = (await lab.sidecar.request('lsp/status', { verbose: true })).find(({ id }) => id === server);
  return {
    known,
    session,
    open: row?.metrics?.openDocuments,
    epoch: await lab.sidecar.request('lsp/getDiagnosticEpoch', {}),
  };
}

for (const [kind, name, id] of [
  ['pull', 'pull.ts', 'fake'],
  ['versioned publishes', 'push-versioned.ts', 'fake'],
  ['publishes with a barrier', 'fenced.ts', 'clangd'],
] as const) {
  test(`REQ-KNOWN-010: a proposal is judged, by ${kind}, and leaves nothing behind`, async () => {
    await using lab = await Lab.open({
      servers: { [id]: fake(name) },
      config: { firstTouchTimeout: FAR },
      files: { 'a.fake': 'ERROR disk\n', 'b.fake': '' },
    });
    expect(await lab.messages('a.fake')).toEqual(['disk']);
    const before = await remembered(lab, id);
    for (const [file, text, messages] of [
      ['a.fake', 'ERROR proposed\n', ['proposed']],
      ['a.fake', '', []],
      ['b.fake', 'ERROR unopened', ['unopened']],
      ['new.fake', 'ERROR new', ['new']],
    ] as const) {
      const report = await propose(lab, { [file]: text });
      expect([file, messagesByFile(report.files), outcomes(report)]).toEqual([
        file,
        { [file]: [...messages] },
        { [id]: 'complete' },
      ]);
    }
    expect(await remembered(lab, id)).toEqual(before);
    expect(await lab.messages('a.fake')).toEqual(['disk']);
    expect(await lab.messages('b.fake')).toEqual([]);
    expect(await lab.edit('a.fake', 'ERROR edited')).toEqual(['edited']);
  });
}

test('a check interrupts a proposal: it is right at once, and the proposal is judged after it', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR disk', 'b.fake': '' },
  });
  await lab.messages('b.fake');
  const asked = whenAsked(lab, 'a.fake');
  const proposed = propose(lab, { 'a.fake': 'HOLD\nERROR proposed' });
  await asked;
  for (const text of ['ERROR one', '', 'ERROR two'])
    expect(await lab.edit('b.fake', text)).toEqual(text === '' ? [] : [text.slice('ERROR '.length)]);
  const checked = whenAsked(lab, 'a.fake');
  expect(await lab.messages('a.fake')).toEqual(['disk']);
  // It is asked once more after each check.
  await lab.probe.untilReceived(PULL, 'a.fake', { after: await checked });
  lab.probe.tell({ command: 'answer' });
  expect(messagesByFile((await proposed).files)).toEqual({ 'a.fake': ['proposed'] });
  expect(await lab.messages('a.fake')).toEqual(['disk']);
});

test('REQ-TIME-010: a proposal ends at its deadline, or when its caller cancels it, and the next check is right', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: { firstTouchTimeout: FAR, diagnosticTimeout: 300 },
    files: { 'a.fake': 'ERROR disk' },
  });
  await lab.messages('a.fake');
  const late = await propose(lab, { 'a.fake': 'HOLD\nERROR proposed' });
  expect([messagesByFile(late.files), outcomes(late)]).toEqual([{ 'a.fake': [] }, { fake: 'timed-out' }]);
  expect(await lab.messages('a.fake')).toEqual(['disk']);
  const asked = whenAsked(lab, 'a.fake');
  const cancelled = lab.sidecar.ask('lsp/propose', {
    files: [{ filePath: 'a.fake', text: 'HOLD\nERROR proposed' }],
  });
  await asked;
  lab.sidecar.cancel(cancelled.id);
  expect(outcomes(await cancelled.result)).toEqual({ fake: 'timed-out' });
  expect(await lab.messages('a.fake')).toEqual(['disk']);
});

test('a hundred proposals at once are judged each by its own text, with checks among them', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR disk', 'b.fake': '' },
  });
  await lab.messages('a.fake');
  const all = Array.from({ length: 100 }, (_, n) => propose(lab, { 'a.fake': `ERROR p${n}` }));
  for (let n = 0; n < 20; n++) {
    expect(await lab.edit('b.fake', `ERROR b${n}`)).toEqual([`b${n}`]);
    expect(await lab.messages('a.fake')).toEqual(['disk']);
  }
  expect((await Promise.all(all)).map(({ files }) => messagesByFile(files)['a.fake'])).toEqual(
    all.map((_, n) => [`p${n}`]),
  );
});

test('REQ-BOUNDARY-010: what cannot be proposed is refused by name, and the rest is judged', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '' },
  });
  const report = await propose(lab, {
    'a.fake': 'ERROR a',
    '../b.fake': 'ERROR b',
    'c.fake': 'nul\0',
    'd.fake': 'x'.repeat(20_000_000),
  });
  expect(messagesByFile(report.files)['a.fake']).toEqual(['a']);
  expect(report.refused).toEqual({
    '../b.fake': 'outside the workspace',
    'c.fake': 'binary',
    'd.fake': 'too large',
  });
});

test('REQ-LIFE-070: a server that is killed during a proposal is broken, for the proposal and for the next check', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR disk' },
  });
  await lab.messages('a.fake');
  const asked = whenAsked(lab, 'a.fake');
  const proposed = propose(lab, { 'a.fake': 'HOLD' });
  await asked;
  const row = (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'fake');
  if (row?.serverPid === undefined) throw new Error('no server');
  process.kill(row.serverPid, 'SIGKILL');
  expect(outcomes(await proposed)).toEqual({ fake: 'broken' });
  const next = lab.check({ 'a.fake': '' });
  expect(await elapsed(next)).toBeLessThan(FAR / 2);
  expect(outcomes(await next)).toEqual({ fake: 'broken' });
});

test('a server that sees other files only on disk says so instead of checking several at once', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '', 'b.fake': '' },
  });
  const report = await propose(lab, { 'a.fake': 'ERROR a', 'b.fake': 'ERROR b' });
  expect(report.servers).toMatchObject([
    { id: 'fake', outcome: 'unavailable', reason: 'it sees other files only as they are on disk' },
  ]);
});

test('a server whose publishes may be about any text says so instead of answering', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('push-plain.ts') },
    config: PATIENT,
    files: { 'a.fake': 'ERROR disk' },
  });
  await lab.messages('a.fake');
  const report = await propose(lab, { 'a.fake': 'ERROR proposed' });
  expect(report.servers).toMatchObject([
    {
      id: 'fake',
      outcome: 'unavailable',
      reason: 'it publishes its findings without saying about which text they are',
    },
  ]);
  expect(await lab.messages('a.fake')).toEqual(['disk']);
});

test('a server that is not asked about the proposed files may depend on them: what is reported of others is not all', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('pull.ts') },
    config: PATIENT,
    files: { 'a.fake': '', 'fake.json': '{}' },
  });
  const others = async (): Promise<unknown> =>
    (await propose(lab, { 'fake.json': '[]' }, { others: true })).othersComplete;
  expect(await others()).toBe(true);
  await lab.messages('a.fake');
  expect(await others()).toBe(false);
});

/** A pyright of the workspace's own: it sees overlays in other files, and its importers are found by their texts. */
function importing(files: Record<string, string>, config: Omit<LspConfig, 'servers'> = {}): Promise<Lab> {
  const fakeServer = join(import.meta.dir, '../fakes/imports.ts');
  const cli = `import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
const env = { ...process.env, FAKE_PROBE: resolve('..', 'probe'), FAKE_NAME: 'pyright' };
spawn(${JSON.stringify(process.execPath)}, ${JSON.stringify([fakeServer])}, { stdio: 'inherit', env }).once('exit', (code) => process.exit(code ?? 1));
`;
  const program = {
    'node_modules/pyright/package.json':
      '{ "name": "pyright", "version": "9.0.0", "bin": { "pyright-langserver": "cli.mjs" } }',
    'node_modules/pyright/cli.mjs': cli,
  };
  return Lab.open({
    servers: { pyright: {} },
    config: { ...PATIENT, ...config },
    files: { ...program, ...files },
  });
}

test('REQ-TIME-085: where nothing imports the proposed file, no other file is missing', async () => {
  await using lab = await importing({ 'a.py': 'def f\n', 'b.py': 'x\n' });
  const report = await propose(lab, { 'a.py': 'def g\n' }, { others: true });
  expect([report.others, report.othersComplete, outcomes(report)]).toEqual([
    {},
    true,
    { pyright: 'complete' },
  ]);
});

test('a proposal reports what it would end, in its own file and in those that import it, whether it was known before or not', async () => {
  await using lab = await importing({
    'a.py': 'def g\nfrom q import z\n',
    'b.py': 'from a import f\n',
    'c.py': 'from a import g\n',
    'd.py': 'from a import h\n',
  });
  const solved = async (text: string): Promise<unknown> => {
    const report = await propose(lab, { 'a.py': text }, { others: true, origins: true, solved: true });
    return {
      solved: messagesByFile(report.solved ?? {}),
      caused: messagesByFile(report.others),
      isComplete: report.othersComplete,
    };
  };
  for (const known of [false, true]) {
    if (known) for (const file of ['a.py', 'b.py', 'c.py', 'd.py']) await lab.messages(file);
    expect(await solved('def g\ndef f\nfrom q import z\n')).toEqual({
      solved: { 'a.py': [], 'b.py': ['a has no f'] },
      caused: {},
      isComplete: true,
    });
    expect(await solved('def f\n')).toEqual({
      solved: { 'a.py': ['q has no z'], 'b.py': ['a has no f'] },
      caused: { 'c.py': ['a has no g'] },
      isComplete: true,
    });
    // Moved to other lines, it is the same finding.
    expect(await solved('\n\nfrom q import z\n\ndef g\n')).toEqual({
      solved: { 'a.py': [] },
      caused: {},
      isComplete: true,
    });
  }
  expect((await propose(lab, { 'a.py': '' })).solved).toBeUndefined();
});

test('what stands now is not called ended, nor standing, where it cannot be found out in time', async () => {
  const bounds = { diagnosticTimeout: 500, otherFilesTimeout: 500 };
  await using lab = await importing(
    { 'a.py': 'def f\nHOLD\n', 'b.py': 'from a import f\n', 'warm.py': '' },
    bounds,
  );
  await lab.messages('warm.py');
  const report = await propose(lab, { 'a.py': 'def f\n' }, { solved: true });
  expect([outcomes(report), report.files, report.solved]).toEqual([
    { pyright: 'complete' },
    { 'a.py': [] },
    {},
  ]);
});
