import { expect, test } from 'bun:test';

import type { LspConfig } from '../../src/types.ts';
import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

const FAR = 20_000;

/** The built-in clangd with another program behind it: what the registry says of its barrier still holds. */
function open(config: Omit<LspConfig, 'servers'> = {}, args: string[] = []): Promise<Lab> {
  return Lab.open({
    servers: { clangd: fake('fenced.ts', { args }) },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, ...config },
  });
}

function heardSince(lab: Lab, count: number): string[] {
  return lab.probe.events
    .slice(count)
    .flatMap(({ event, method = '' }) => (event === 'received' ? [method] : []));
}

test('REQ-TIME-060: of several publishes for one version the last one counts, and no silence is waited for', async () => {
  await using lab = await open();
  for (const text of ['ERROR one', 'ERROR two', '', 'ERROR one', 'ERROR one', '', '']) {
    const edit = lab.edit('a.fake', text);
    expect(await elapsed(edit)).toBeLessThan(FAR / 2);
    expect([text, await edit]).toEqual([text, text === '' ? [] : [text.slice('ERROR '.length)]]);
  }
});

test('REQ-DIAG-010: an unchanged text is not published again, and answered all the same', async () => {
  await using lab = await open();
  expect(await lab.edit('a.fake', 'ERROR one')).toEqual(['one']);
  for (let n = 0; n < 3; n += 1) expect(await lab.messages('a.fake')).toEqual(['one']);
  // What another file did to it since is not missed.
  await lab.edit('h.fake', 'BREAKS a.fake from elsewhere');
  expect(await lab.messages('a.fake')).toEqual(['from elsewhere', 'one']);
  await lab.edit('h.fake', '');
  expect(await lab.messages('a.fake')).toEqual(['one']);
});

test('REQ-DIAG-040 REQ-DIAG-045: what a saved header breaks and mends in open files is known when other files are asked for', async () => {
  await using lab = await open();
  await lab.edit('a.fake', 'fine');
  for (let round = 0; round < 2; round += 1) {
    const broken = await lab.check({ 'h.fake': 'BREAKS a.fake argument missing' }, true);
    expect([messagesByFile(broken.others), broken.othersComplete]).toEqual([
      { 'a.fake': ['argument missing'] },
      true,
    ]);
    const mended = await lab.check({ 'h.fake': '' }, true);
    expect([mended.others, mended.othersComplete]).toEqual([{}, true]);
  }
});

test('REQ-TIME-010: the answer about one file does not wait for what its saving starts elsewhere', async () => {
  await using lab = await open();
  lab.workspace.write('h.fake', '');
  await lab.edit('a.fake', 'fine');
  const before = lab.probe.events.length;
  await lab.edit('h.fake', 'one');
  await lab.edit('h.fake', 'two');
  expect(heardSince(lab, before)).toEqual([
    'textDocument/didOpen',
    'sync',
    'textDocument/didSave',
    'textDocument/didChange',
    'sync',
    'textDocument/didSave',
  ]);
  // A patch is one question: one barrier behind all of it.
  const last = lab.probe.events.length;
  await lab.check({ 'a.fake': 'three', 'h.fake': 'three' });
  expect(heardSince(lab, last).slice(0, 4)).toEqual([
    'textDocument/didChange',
    'textDocument/didSave',
    'textDocument/didChange',
    'textDocument/didSave',
  ]);
});

test('REQ-TIME-020 REQ-TIME-060: a server that is not done in time has not answered; what it says later is not lost, and not taken for the next text', async () => {
  await using lab = await open({ diagnosticTimeout: 300 });
  await lab.edit('a.fake', 'fine');
  const late = lab.check({ 'a.fake': 'HOLD\nERROR late' });
  expect(await elapsed(late)).toBeLessThan(FAR / 2);
  expect([(await late).files, outcomes(await late)]).toEqual([{ 'a.fake': [] }, { clangd: 'timed-out' }]);
  const epoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
  lab.probe.tell({ command: 'answer' });
  await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch: epoch, waitMs: FAR });
  expect(await lab.edit('a.fake', 'ERROR next')).toEqual(['next']);
  const never = lab.check({ 'a.fake': 'NEVER' });
  expect(await elapsed(never)).toBeLessThan(FAR / 2);
  expect(outcomes(await never)).toEqual({ clangd: 'timed-out' });
  expect(await lab.edit('a.fake', 'ERROR after')).toEqual(['after']);
});

test('REQ-TIME-020: a refused barrier is no answer', async () => {
  await using lab = await open();
  const refused = await lab.check({ 'a.fake': 'REFUSE\nERROR unsure' });
  expect([refused.files, outcomes(refused)]).toEqual([{ 'a.fake': [] }, { clangd: 'timed-out' }]);
  expect(await lab.edit('a.fake', 'ERROR sure')).toEqual(['sure']);
});

test('a server that does not know the request is asked by its versions, and not sent it again', async () => {
  await using lab = await open({}, ['--without']);
  for (const text of ['ERROR one', '', 'ERROR two'])
    expect(await lab.edit('b.fake', text)).toHaveLength(text === '' ? 0 : 1);
  expect(lab.probe.received('sync').length).toBe(1);
});
