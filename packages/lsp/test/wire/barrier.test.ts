import { expect, test } from 'bun:test';

import type { CheckReport, LspConfig } from '../../src/types.ts';
import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAR = 20_000;
const BARRIER = 'workspace/executeCommand';

/** The built-in gopls with another program behind it: what the registry says of its barrier still holds. */
function open(config: Omit<LspConfig, 'servers'> = {}, args: string[] = []): Promise<Lab> {
  return Lab.open({
    files: { 'b.fake': '', 'c.fake': '' },
    servers: { gopls: fake('settles.ts', { args }) },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, ...config },
  });
}

async function others(lab: Lab, files: Record<string, string>): Promise<Record<string, string[]>> {
  const report = await lab.check(files, true);
  expect([outcomes(report), report.othersComplete]).toEqual([{ gopls: 'complete' }, true]);
  return messagesByFile(report.others);
}

function whatItSays({ others: found, othersComplete }: CheckReport): unknown {
  return [messagesByFile(found), othersComplete];
}

test('REQ-DIAG-040 REQ-KNOWN-010: files that nobody opened are found by the barrier, and gone once they are mended', async () => {
  await using lab = await open();
  for (let round = 0; round < 3; round += 1) {
    expect(await others(lab, { 'a.fake': 'BREAKS b.fake argument missing\nERROR own' })).toEqual({
      'b.fake': ['argument missing'],
    });
    const all = { 'a.fake': ['own'], 'b.fake': ['argument missing'] };
    expect(messagesByFile(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual(all);
    expect(await others(lab, { 'a.fake': 'BREAKS c.fake gone' })).toEqual({ 'c.fake': ['gone'] });
    expect(await others(lab, { 'a.fake': 'fine' })).toEqual({});
    expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
  }
  // The others were neither opened nor asked about.
  expect(lab.probe.received('textDocument/didOpen').map(({ path }) => path)).toEqual([
    lab.workspace.path('a.fake'),
  ]);
  expect(lab.probe.received('textDocument/diagnostic').every(({ path }) => path?.endsWith('/a.fake'))).toBe(
    true,
  );
});

test('the barrier is sent the open documents and has a token, and an edit alone does not wait for it', async () => {
  await using lab = await open();
  await lab.edit('a.fake', 'BREAKS b.fake argument missing');
  expect(lab.probe.received(BARRIER)).toEqual([]);
  await others(lab, { 'c.fake': 'fine' });
  await others(lab, { 'c.fake': 'fine too' });
  const [first, second] = lab.probe
    .received(BARRIER)
    .map(({ params }) => params as { arguments: [{ Files: string[] }]; workDoneToken: string });
  expect(first).toMatchObject({ command: 'gopls.diagnose_files' });
  expect(first?.arguments[0].Files.toSorted()).toEqual(
    ['_.go', 'a.fake', 'c.fake'].map((name) => Bun.pathToFileURL(lab.workspace.path(name)).href),
  );
  expect(first?.workDoneToken).not.toBe(second?.workDoneToken);
});

test('REQ-DIAG-045 REQ-KNOWN-020: what was answered about a file before does not outlive what the barrier brings, whether it is open or not', async () => {
  for (const maxOpenDocuments of [64, 1]) {
    await using lab = await open({ maxOpenDocuments });
    for (let round = 0; round < 2; round += 1) {
      // Asked about while it was clean, then broken from elsewhere.
      expect(await others(lab, { 'b.fake': `fine ${round}` })).toEqual({});
      expect(await others(lab, { 'a.fake': 'BREAKS b.fake argument missing' })).toEqual({
        'b.fake': ['argument missing'],
      });
      // Asked about while it was broken, then mended from elsewhere.
      if (maxOpenDocuments > 1)
        expect(await lab.edit('b.fake', `broken ${round}`)).toEqual(['argument missing']);
      expect(await others(lab, { 'a.fake': 'fine' })).toEqual({});
      // Its own findings stay, and go with its own mending.
      await lab.edit('b.fake', 'ERROR own');
      expect(await others(lab, { 'a.fake': `fine again ${round}` })).toEqual({ 'b.fake': ['own'] });
      await lab.edit('b.fake', 'mended');
      expect(await others(lab, { 'a.fake': 'fine' })).toEqual({});
    }
  }
});

test('REQ-KNOWN-010: a file that is published as clean but was answered otherwise is asked about again', async () => {
  await using lab = await open();
  expect(await lab.edit('b.fake', 'ORPHAN\nERROR own')).toEqual(['own']);
  expect(await others(lab, { 'a.fake': 'fine' })).toEqual({ 'b.fake': ['own'] });
  expect(await lab.edit('b.fake', 'ORPHAN')).toEqual([]);
  expect(await others(lab, { 'a.fake': 'fine too' })).toEqual({});
});

test('REQ-TIME-040 REQ-KNOWN-020: a barrier that comes late is waited for within the bound; nothing stale is shown, and what it brings is not lost', async () => {
  await using lab = await open({ otherFilesTimeout: 1000 });
  expect(await others(lab, { 'a.fake': 'BREAKS b.fake argument missing' })).toEqual({
    'b.fake': ['argument missing'],
  });
  const late = lab.check({ 'a.fake': 'BARRIER late\nBREAKS c.fake gone\nERROR own' }, true);
  expect(await elapsed(late)).toBeLessThan(FAR / 2);
  expect(messagesByFile((await late).files)).toEqual({ 'a.fake': ['own'] });
  expect(whatItSays(await late)).toEqual([{}, false]);
  const epoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.probe.tell({ command: 'answer' });
  await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch: epoch, waitMs: FAR });
  expect(await others(lab, { 'a.fake': 'BREAKS c.fake gone' })).toEqual({ 'c.fake': ['gone'] });
});

test('REQ-TIME-020: a barrier that never comes costs the bound each time, and the checked file keeps its answer', async () => {
  await using lab = await open({ diagnosticTimeout: 300, otherFilesTimeout: 300 });
  for (const word of ['one', 'two']) {
    const report = lab.check({ 'a.fake': `BARRIER late\nBREAKS b.fake gone\nERROR ${word}` }, true);
    expect(await elapsed(report)).toBeLessThan(FAR / 2);
    expect(messagesByFile((await report).files)).toEqual({ 'a.fake': [word] });
    expect([outcomes(await report), whatItSays(await report)]).toEqual([{ gopls: 'complete' }, [{}, false]]);
  }
  // What nobody waits for any more is not cancelled: its publishes are welcome later.
  expect(lab.probe.received('$/cancelRequest')).toEqual([]);
});

test('REQ-TIME-020 REQ-KNOWN-020: what the barrier would say is found out ahead, in a way that is cancelled when the bound is over, and asked again by the next that wants it', async () => {
  await using lab = await open({ otherFilesTimeout: 1000 }, ['--counts']);
  const commands = (): unknown[] =>
    lab.probe.received(BARRIER).map(({ params }) => (params as { command: string }).command);
  expect(await others(lab, { 'a.fake': 'BREAKS b.fake argument missing' })).toEqual({
    'b.fake': ['argument missing'],
  });
  expect(commands()).toEqual(['gopls.workspace_stats', 'gopls.diagnose_files']);
  const late = await lab.check({ 'a.fake': 'COUNTING late\nBREAKS c.fake gone\nERROR own' }, true);
  expect([messagesByFile(late.files), whatItSays(late)]).toEqual([{ 'a.fake': ['own'] }, [{}, false]]);
  // The barrier itself would hold up the next check.
  await lab.probe.untilReceived('$/cancelRequest');
  expect(commands()).toHaveLength(3);
  expect(await lab.edit('c.fake', 'fine itself')).toEqual(['gone']);
  expect(commands()).toHaveLength(3);
  expect(await others(lab, { 'a.fake': 'BREAKS c.fake still gone' })).toEqual({ 'c.fake': ['still gone'] });
  expect(commands().slice(3)).toEqual(['gopls.workspace_stats', 'gopls.diagnose_files']);
});

test('REQ-TIME-080: what runs ahead of the barrier is cancelled before the bound is over, so that the server is done with it by then', async () => {
  await using lab = await open({ diagnosticTimeout: 1000, otherFilesTimeout: 1000 }, ['--counts']);
  const late = lab.check({ 'a.fake': 'COUNTING late\nBREAKS c.fake gone' }, true);
  const first = await Promise.race([
    lab.probe.untilReceived('$/cancelRequest').then(() => 'cancelled'),
    late.then(() => 'answered'),
  ]);
  expect([first, whatItSays(await late)]).toEqual(['cancelled', [{}, false]]);
});

test('REQ-DIAG-040: where what runs ahead of the barrier is refused, the barrier is passed all the same', async () => {
  await using lab = await open({}, ['--counts']);
  expect(await others(lab, { 'a.fake': 'COUNTING refused\nBREAKS b.fake argument missing' })).toEqual({
    'b.fake': ['argument missing'],
  });
});

test('REQ-TIME-080: what runs ahead of the barrier for one check is not cancelled by another', async () => {
  await using lab = await open({ otherFilesTimeout: FAR }, ['--counts']);
  const waiting = lab.check({ 'a.fake': 'COUNTING late\nBREAKS b.fake argument missing' }, true);
  await lab.probe.untilReceived(BARRIER);
  expect(await lab.edit('c.fake', 'ERROR own')).toEqual(['own']);
  expect(lab.probe.received('$/cancelRequest')).toEqual([]);
  lab.probe.tell({ command: 'answer' });
  expect(messagesByFile((await waiting).others)).toMatchObject({ 'b.fake': ['argument missing'] });
});

test('REQ-TIME-020: where the barrier is refused, open files are asked about one by one, and the search is reported as incomplete', async () => {
  await using lab = await open();
  await lab.edit('b.fake', 'fine so far');
  const report = await lab.check({ 'a.fake': 'BARRIER refused\nBREAKS b.fake argument missing' }, true);
  expect(whatItSays(report)).toEqual([{ 'b.fake': ['argument missing'] }, false]);
  expect(await others(lab, { 'a.fake': 'fine' })).toEqual({});
});

test('a server that does not list the command is not asked for it', async () => {
  await using lab = await open({}, ['--without']);
  await lab.edit('b.fake', 'fine so far');
  expect(whatItSays(await lab.check({ 'a.fake': 'BREAKS b.fake argument missing' }, true))).toEqual([
    { 'b.fake': ['argument missing'] },
    false,
  ]);
  expect(whatItSays(await lab.check({ 'a.fake': 'fine' }, true))).toEqual([{}, false]);
  expect(lab.probe.received(BARRIER)).toEqual([]);
});

test('REQ-LIFE-070 REQ-KNOWN-020: a server that dies of its barrier wakes the waiter and takes its findings with it', async () => {
  await using lab = await open();
  expect(await others(lab, { 'a.fake': 'BREAKS b.fake argument missing' })).toEqual({
    'b.fake': ['argument missing'],
  });
  const report = lab.check({ 'a.fake': 'BARRIER crash\nERROR own' }, true);
  expect(await elapsed(report)).toBeLessThan(FAR / 2);
  expect(messagesByFile((await report).files)).toEqual({ 'a.fake': ['own'] });
  expect(whatItSays(await report)).toEqual([{}, false]);
  expect(await lab.status('gopls')).toBe('broken');
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
});

test('REQ-TIME-080: a check that is cancelled while it waits at the barrier ends at once', async () => {
  await using lab = await open({ otherFilesTimeout: FAR });
  const text = 'BARRIER late';
  const { id, result } = lab.sidecar.ask('lsp/check', {
    files: [{ filePath: 'a.fake', text }],
    others: true,
  });
  await lab.probe.untilReceived(BARRIER);
  lab.sidecar.cancel(id);
  // The next answer would come after the bound.
  expect(await elapsed(result.catch(() => undefined))).toBeLessThan(FAR / 2);
  expect(await lab.edit('a.fake', 'ERROR after')).toEqual(['after']);
});

test('REQ-DIAG-045: what an edit did to other files is not quoted as it was before, where these are asked for with a later edit of another language', async () => {
  const servers = {
    gopls: fake('settles.ts', { args: ['--watches'] }),
    other: fake('pull.ts', { extensions: ['.other'], role: 'linter' }),
  };
  await using lab = await Lab.open({
    files: { 'b.fake': '' },
    servers,
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR },
  });
  const later = async (text: string): Promise<unknown> =>
    whatItSays(await lab.check({ 'a.other': text }, true));
  await lab.edit('a.fake', 'BREAKS b.fake argument missing');
  await lab.probe.until(
    ({ event, method }) => event === 'answered' && method === 'client/registerCapability',
  );
  expect(await lab.edit('b.fake', 'fine itself')).toEqual(['argument missing']);
  await lab.edit('a.fake', 'fine');
  expect(await later('one')).toEqual([{}, true]);
  await lab.edit('a.fake', 'BREAKS b.fake gone');
  expect(await later('two')).toEqual([{ 'b.fake': ['gone'] }, true]);
  // Verified once, and nothing has changed since.
  const passed = lab.probe.received(BARRIER).length;
  expect(await later('three')).toEqual([{ 'b.fake': ['gone'] }, true]);
  expect(lab.probe.received(BARRIER)).toHaveLength(passed);
});

test('REQ-DIAG-040: what is published about a checked file that no server is asked about stands with that file', async () => {
  await using lab = await open();
  expect(await others(lab, { 'a.fake': 'BREAKS fake.mod unknown directive' })).toEqual({});
  const report = await lab.check({ 'fake.mod': 'module' }, true);
  expect([messagesByFile(report.files), report.others]).toEqual([{ 'fake.mod': ['unknown directive'] }, {}]);
  expect(messagesByFile((await lab.check({ 'b.fake': 'fine' }, true)).others)).toEqual({
    'fake.mod': ['unknown directive'],
  });
});

test('REQ-KNOWN-010: a published finding about a file that a shell has removed, or that lies outside, is not shown', async () => {
  await using lab = await open();
  expect(await others(lab, { 'a.fake': 'BREAKS b.fake argument missing' })).toEqual({
    'b.fake': ['argument missing'],
  });
  lab.workspace.remove('b.fake');
  expect(await others(lab, { 'c.fake': 'fine' })).toEqual({});
  lab.workspace.write('../outside.fake', '');
  expect(await others(lab, { 'a.fake': 'BREAKS ../outside.fake not yours' })).toEqual({});
});
