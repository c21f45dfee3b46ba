import { expect, test } from 'bun:test';

import type { ServerStatus } from '../../src/types.ts';
import { elapsed, fake, Lab, outcomes } from '../harness/lab.ts';

const FAR = 20_000;
const PATIENT = { firstTouchTimeout: FAR, diagnosticTimeout: FAR };

const restart = (lab: Lab, id?: string): Promise<ServerStatus[]> =>
  lab.sidecar.request('lsp/restart', id === undefined ? {} : { id });
const starts = (lab: Lab, server = 'fake'): number[] =>
  lab.probe.events.filter((each) => each.server === server && each.event === 'started').map(({ pid }) => pid);
const pidOf = async (lab: Lab): Promise<number> =>
  (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'fake')?.serverPid ?? 0;

test('REQ-LIFE-070: a broken server gets a new process by a restart, and by nothing else', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('crashes-mid-check.ts') }, config: PATIENT });
  expect(await lab.edit('a.fake', 'CRASH')).toEqual([]);
  expect(outcomes(await lab.check({ 'a.fake': 'ERROR a' }))).toEqual({ fake: 'broken' });
  expect(starts(lab)).toHaveLength(1);
  const rows = await restart(lab, 'fake');
  expect(starts(lab)).toHaveLength(2);
  expect(rows).toEqual([
    expect.objectContaining({
      id: 'fake',
      root: '.',
      status: 'active',
      serverPid: starts(lab)[1],
    }) as ServerStatus,
  ]);
  expect(await lab.edit('a.fake', 'ERROR b')).toEqual(['b']);
  expect(starts(lab)).toHaveLength(2);
});

test('a stuck server is ended while a check waits for it, and the next check is answered', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: PATIENT,
    files: { 'b.fake': '' },
  });
  const waiting = lab.check({ 'a.fake': 'HOLD\n' });
  await lab.probe.until(({ event, method }) => event === 'received' && method === 'textDocument/diagnostic');
  const [row] = await restart(lab);
  expect(outcomes(await waiting)).toEqual({ fake: 'broken' });
  expect(row?.serverPid).toBe(starts(lab)[1] ?? 0);
  expect(await lab.edit('b.fake', 'ERROR b')).toEqual(['b']);
});

test('a server that stands still, and does not end when it is asked to, is killed with its child', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('stubborn.ts') }, config: PATIENT });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  const pid = await pidOf(lab);
  process.kill(pid, 'SIGSTOP');
  expect(await elapsed(restart(lab, 'fake'))).toBeLessThan(8000);
  expect(() => process.kill(pid, 0)).toThrow();
  expect(await lab.edit('a.fake', 'ERROR b')).toEqual(['b']);
});

test('only servers with the id are restarted; one that has no process is not started', async () => {
  await using lab = await Lab.open({
    servers: {
      fake: fake('pull.ts'),
      other: fake('pull.ts', { extensions: ['.other'] }),
      idle: fake('pull.ts', { extensions: ['.idle'] }),
    },
    config: PATIENT,
  });
  await lab.edit('a.fake', '');
  await lab.edit('a.other', '');
  expect((await restart(lab, 'other')).map(({ id }) => id)).toEqual(['other']);
  expect([starts(lab).length, starts(lab, 'other').length]).toEqual([1, 2]);
  expect(await restart(lab, 'idle')).toEqual([]);
  expect(await restart(lab, 'no such server')).toEqual([]);
  expect((await restart(lab)).map(({ id }) => id).sort()).toEqual(['fake', 'other']);
  expect(starts(lab, 'idle')).toEqual([]);
});

test('REQ-KNOWN-020: what the old process has reported is forgotten, and the new one is asked', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') }, config: PATIENT });
  await lab.edit('a.fake', 'ERROR a');
  expect(Object.keys(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual(['a.fake']);
  lab.workspace.write('a.fake', '');
  await restart(lab);
  expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
  expect((await lab.check({ 'b.fake': 'ERROR b' })).files['b.fake']?.map(({ message }) => message)).toEqual([
    'b',
  ]);
});
