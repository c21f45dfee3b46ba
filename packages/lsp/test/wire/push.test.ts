import { expect, test } from 'bun:test';

import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAR = 20_000;

/** Resolves once the server runs. Nobody has asked it anything: its next check is the first touch still. */
async function started(lab: Lab, file: string): Promise<void> {
  lab.sidecar.notify('lsp/warm', { filePath: lab.workspace.write(file, '') });
  await lab.probe.untilReceived('textDocument/didOpen');
}

test('REQ-TIME-060: a late publish for the previous edit is never the answer to the next, with versions', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('push-versioned.ts') } });
  const texts = ['ERROR one', '', 'ERROR two\nERROR three', 'ERROR two', '', 'ERROR one'];
  for (const text of texts) {
    const want = [...text.matchAll(/ERROR (\w+)/g)].map(([, message]) => message ?? '');
    expect([text, await lab.edit('a.fake', text)]).toEqual([text, want]);
  }
});

test('REQ-TIME-050: the empty first publish of a cold document is not taken for a clean one', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('push-plain.ts') } });
  expect(await lab.edit('a.fake', 'ERROR cold')).toEqual(['cold']);
  expect(await lab.edit('b.fake', 'ERROR cold too')).toEqual(['cold too']);
  expect(await lab.edit('a.fake', 'ERROR one\nERROR two')).toEqual(['one', 'two']);
  expect(await lab.edit('a.fake', '')).toEqual([]);
});

test('REQ-TIME-050: a version of null is none, and what is no publish at all is passed over', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('odd-publishes.ts') } });
  const report = await lab.check({ 'a.fake': 'ERROR one' });
  expect([messagesByFile(report.files), outcomes(report)]).toEqual([
    { 'a.fake': ['one'] },
    { fake: 'complete' },
  ]);
  expect(await lab.edit('a.fake', 'ERROR two')).toEqual(['two']);
  expect(Object.keys(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual(['a.fake']);
});

test('REQ-TIME-050: publishes in quick succession settle before the last is returned', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('push-in-steps.ts') } });
  const text = ['one', 'two', 'three', 'four', 'five'].map((word) => `ERROR ${word}`).join('\n');
  expect(await lab.edit('a.fake', text)).toEqual(['one', 'two', 'three', 'four', 'five']);
  expect(await lab.edit('a.fake', `\n${text}\nERROR six`)).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
  ]);
});

test('REQ-TIME-020: a server that has never published delays no third edit until the deadline, and its findings count once it does', async () => {
  const limit = 3000;
  await using lab = await Lab.open({
    servers: { fake: fake('never-publishes.ts') },
    config: { diagnosticTimeout: limit, firstTouchTimeout: limit },
  });
  for (const text of ['one', 'two'])
    expect(outcomes(await lab.check({ 'a.fake': text }))).toEqual({ fake: 'timed-out' });
  const third = await lab.check({ 'a.fake': 'three' });
  expect(outcomes(third)).toEqual({ fake: 'timed-out' });
  expect(third.servers[0]?.ms).toBeLessThan(limit - 1000);
  expect(await lab.edit('b.fake', 'ERROR four')).toEqual(['four']);
});

test('REQ-TIMING-010: a server that publishes for ever is cut off at the deadline, with what it published last', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('push-in-steps.ts') },
    config: { diagnosticTimeout: 700, firstTouchTimeout: FAR },
  });
  await lab.edit('a.fake', 'ERROR warm');
  const result = lab.edit('a.fake', 'ERROR restless\nFOREVER');
  expect(await elapsed(result)).toBeLessThan(FAR / 4);
  expect(await result).toEqual(['restless']);
});

test('REQ-TIMING-010: a publish shortly before the deadline is returned at the deadline, not after a whole debounce', async () => {
  // The debounce is longer than the whole timeout: it must be clamped.
  await using lab = await Lab.open({
    servers: { fake: fake('push-in-steps.ts') },
    config: { diagnosticTimeout: 120, firstTouchTimeout: FAR },
  });
  expect(await lab.edit('a.fake', 'ERROR warm')).toEqual(['warm']);
  const report = await lab.check({ 'a.fake': 'ERROR one\nERROR two' });
  expect(report.files['a.fake']?.map(({ message }) => message)).toEqual(['one', 'two']);
  expect(report.servers[0]?.ms).toBeLessThan(FAR / 4);
});

/** a.fake is open and judged; nothing is owed. */
async function inOrder(): Promise<Lab> {
  const lab = await Lab.open({
    servers: { fake: fake('push-in-order.ts') },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR },
  });
  const first = lab.edit('a.fake', 'ERROR zero');
  await lab.probe.untilReceived('textDocument/didOpen');
  lab.probe.tell({ command: 'publish' });
  expect(await first).toEqual(['zero']);
  return lab;
}

test('REQ-TIME-060: of two overlapping edits the second is not answered with the publish for the first', async () => {
  await using lab = await inOrder();
  const one = lab.edit('a.fake', 'ERROR one');
  const sent = await lab.probe.untilReceived('textDocument/didChange');
  const two = lab.edit('a.fake', 'ERROR two');
  await lab.probe.untilReceived('textDocument/didChange', '', { after: sent });
  // A text may be sent once more, as found on disk.
  lab.probe.tell({ command: 'go-on' });
  expect(await two).toEqual(['two']);
  // The first one may have found the second text on disk, and have asked about that.
  expect([['one'], ['two']]).toContainEqual(await one);
  // Whoever asks about that text once more does not wait for another publish.
  expect(await lab.edit('a.fake', 'ERROR two')).toEqual(['two']);
});

test('REQ-TIME-060: an edit is not answered with the publish for what a shell had written to the file just before', async () => {
  await using lab = await inOrder();
  lab.workspace.write('a.fake', 'ERROR shell');
  const opening = lab.edit('b.fake', 'ERROR b');
  const told = await lab.probe.untilReceived('textDocument/didChange', 'a.fake');
  const edit = lab.edit('a.fake', 'ERROR edit');
  await lab.probe.untilReceived('textDocument/didChange', 'a.fake', { after: told });
  // One for the shell's text, one for b.fake, which is also sure to come too late for the first to have been followed in time.
  for (const after of [undefined, opening]) {
    lab.probe.tell({ command: 'publish' });
    await after;
  }
  lab.probe.tell({ command: 'go-on' });
  expect([await opening, await edit]).toEqual([['b'], ['edit']]);
});

test('REQ-TIME-060: two checks of the same text are both answered by its one publish', async () => {
  await using lab = await inOrder();
  const edits = [lab.edit('a.fake', 'ERROR one'), lab.edit('a.fake', 'ERROR one')];
  await lab.probe.untilReceived('textDocument/didChange');
  // The second question stands before the answer to this.
  await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.probe.tell({ command: 'publish' });
  expect(await Promise.all(edits)).toEqual([['one'], ['one']]);
});

test('REQ-TIME-020: an edit that a pushing server is silent about ends at the deadline, and nothing is made up', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('push-when-told.ts') },
    config: { diagnosticTimeout: 100, firstTouchTimeout: 1000 },
  });
  await started(lab, 'warm.fake');
  const cold = await lab.check({ 'a.fake': 'ERROR never said' });
  expect(cold.files).toEqual({ 'a.fake': [] });
  expect(outcomes(cold)).toEqual({ fake: 'timed-out' });
  expect(await lab.checkFile('a.fake', 'ERROR not said either')).toEqual([]);
});

test('REQ-KNOWN-010 REQ-KNOWN-020 REQ-DIAG-045: other files are those with published findings, and no longer once these are mended', async () => {
  await using lab = await Lab.open({
    files: { 'lib/b.fake': '' },
    servers: { fake: fake('push-versioned.ts') },
  });
  const broken = await lab.check({ 'a.fake': 'BREAKS lib/b.fake argument missing\nERROR own' }, true);
  expect(messagesByFile(broken.files)).toEqual({ 'a.fake': ['own'] });
  expect(messagesByFile(broken.others)).toEqual({ 'lib/b.fake': ['argument missing'] });
  expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({
    'a.fake': ['own'],
    'lib/b.fake': ['argument missing'],
  });
  // An edit asks for its own file only (REQ-DIAG-030).
  expect((await lab.check({ 'a.fake': 'still BREAKS lib/b.fake argument missing' })).others).toEqual({});

  const mended = await lab.check({ 'a.fake': 'MENDS lib/b.fake' }, true);
  expect([mended.files, mended.others]).toEqual([{ 'a.fake': [] }, {}]);
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('REQ-KNOWN-010 REQ-KNOWN-020: a server that only publishes counts also for files that it was asked about before', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('push-versioned.ts') } });
  expect(await lab.edit('lib/b.fake', 'fine so far')).toEqual([]);
  const broken = await lab.check({ 'a.fake': 'BREAKS lib/b.fake argument missing' }, true);
  expect(messagesByFile(broken.others)).toEqual({ 'lib/b.fake': ['argument missing'] });
  expect((await lab.check({ 'a.fake': 'MENDS lib/b.fake' }, true)).others).toEqual({});

  expect(await lab.edit('lib/b.fake', 'ERROR of its own')).toEqual(['of its own']);
  expect((await lab.check({ 'a.fake': 'again\nMENDS lib/b.fake' }, true)).others).toEqual({});
});

test('REQ-KNOWN-010: a published finding about a file that a shell has removed is not shown', async () => {
  await using lab = await Lab.open({
    files: { 'lib/b.fake': '' },
    servers: { fake: fake('push-versioned.ts') },
  });
  const broken = await lab.check({ 'a.fake': 'BREAKS lib/b.fake argument missing' }, true);
  expect(Object.keys(broken.others)).toEqual(['lib/b.fake']);
  lab.workspace.remove('lib/b.fake');
  expect((await lab.check({ 'c.fake': '' }, true)).others).toEqual({});
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('REQ-KNOWN-010: a pull that reports on related documents adds them to the known files', async () => {
  await using lab = await Lab.open({ files: { 'lib/b.fake': '' }, servers: { fake: fake('pull.ts') } });
  const broken = await lab.check({ 'a.fake': 'BREAKS lib/b.fake argument missing' }, true);
  expect(messagesByFile(broken.others)).toEqual({ 'lib/b.fake': ['argument missing'] });
  expect((await lab.check({ 'a.fake': '' }, true)).others).toEqual({});
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('REQ-KNOWN-010: other files outside the workspace, in node_modules or gone are never reported', async () => {
  await using lab = await Lab.open({
    files: { '../lib.fake': '', 'node_modules/dep/index.fake': '' },
    servers: { fake: fake('push-versioned.ts') },
  });
  for (const other of ['../lib.fake', 'node_modules/dep/index.fake']) {
    const report = await lab.check({ 'a.fake': `BREAKS ${other} not yours` }, true);
    expect([other, report.others]).toEqual([other, {}]);
  }
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('REQ-DIAG-045: what a server pushes beside its pulls is no part of the pulled answer', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull-and-push.ts') } });
  for (const text of ['ERROR pulled', '', 'ERROR again', '']) {
    const want = text === '' ? [] : [text.slice('ERROR '.length)];
    expect([text, await lab.edit('a.fake', text)]).toEqual([text, want]);
  }
});

test('lsp/diagnosticsAfter: a publish wakes it; it is answered at once if the epoch has passed, and at its limit if nothing comes', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('push-when-told.ts') },
    config: { diagnosticTimeout: 100, firstTouchTimeout: 1000 },
  });
  await started(lab, 'a.fake');
  const { sidecar } = lab;
  const zero = await sidecar.request('lsp/getDiagnosticEpoch', {});
  expect(Number.isInteger(zero)).toBe(true);
  await lab.edit('a.fake', 'ERROR told');
  const epoch = await sidecar.request('lsp/getDiagnosticEpoch', {});
  expect(epoch).toBeGreaterThan(zero);
  expect(await sidecar.request('lsp/diagnosticsAfter', { afterEpoch: zero, waitMs: FAR })).toEqual({});

  const nothing = sidecar.request('lsp/diagnosticsAfter', { afterEpoch: epoch, waitMs: 300 });
  const ms = await elapsed(nothing);
  expect(ms).toBeGreaterThan(250);
  expect(ms).toBeLessThan(FAR / 4);
  expect(await nothing).toEqual({});
  // Without waitMs it waits for diagnosticTimeout.
  expect(await sidecar.request('lsp/diagnosticsAfter', { afterEpoch: epoch })).toEqual({});

  const woken = sidecar.request('lsp/diagnosticsAfter', { afterEpoch: epoch, waitMs: FAR });
  lab.probe.tell({ command: 'publish' });
  expect(await elapsed(woken)).toBeLessThan(FAR / 2);
  expect(messagesByFile(await woken)).toEqual({ 'a.fake': ['told'] });
});

test('lsp/diagnosticsAfter: a cancelled wait ends at once', async () => {
  await using lab = await Lab.open();
  const { id, result } = lab.sidecar.ask('lsp/diagnosticsAfter', { afterEpoch: 1e9, waitMs: FAR });
  lab.sidecar.cancel(id);
  expect(await elapsed(result.catch(() => undefined))).toBeLessThan(FAR / 2);
});
