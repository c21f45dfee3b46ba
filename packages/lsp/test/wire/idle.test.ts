import { expect, test } from 'bun:test';

import { elapsed, fake, Lab, messagesByFile, outcomes } from '../harness/lab.ts';

/** Long enough for a fake to be asked twice in a row on a busy machine. ms. */
const IDLE = 1500;
const FAR = 20_000;

// All of these wait for a server to be idle, and do so at the same time.

/** A second server beside the one that is looked at: once it has been shut down, the while is over for the first as well. */
const CLOCK = { clock: fake('pull.ts', { extensions: ['.clock'] }) };

async function theWhile(lab: Lab): Promise<void> {
  await lab.edit('a.clock', '');
  await lab.probe.until(({ server, event }) => server === 'clock' && event === 'gone');
}

async function row(lab: Lab): Promise<object | undefined> {
  return (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'fake');
}

const starts = (lab: Lab): number[] =>
  lab.probe.events
    .filter(({ server, event }) => server === 'fake' && event === 'started')
    .map(({ pid }) => pid);

test.concurrent(
  'REQ-LIFE-060: a server that nobody asks is shut down in order, forgets what it held, and starts again on demand',
  async () => {
    await using lab = await Lab.open({
      servers: { fake: fake('exits-in-order.ts') },
      config: { idleShutdown: IDLE },
    });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    await lab.probe.until(({ event }) => event === 'left in order');
    expect(await row(lab)).toMatchObject({
      status: 'active',
      reason: 'not running: idle for 1500 ms; the next file starts it again',
    });
    expect(await row(lab)).not.toHaveProperty('serverPid');
    expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
    expect(starts(lab)).toHaveLength(1);

    const report = await lab.check({ 'b.fake': 'ERROR b' }, true);
    // The new process is asked about it.
    expect([outcomes(report), messagesByFile(report.others)]).toEqual([
      { fake: 'complete' },
      { 'a.fake': ['a'] },
    ]);
    expect(new Set(starts(lab)).size).toBe(2);
    expect(await row(lab)).toMatchObject({ status: 'active', serverPid: starts(lab)[1] });
    expect(await row(lab)).not.toHaveProperty('reason');
  },
);

test.concurrent(
  'REQ-TIMING-020: the next start of an idle server is a first touch, which may take longer',
  async () => {
    const config = { idleShutdown: IDLE, diagnosticTimeout: 50, firstTouchTimeout: FAR };
    await using lab = await Lab.open({ servers: { fake: fake('starts-when-told.ts') }, config });
    for (const round of [1, 2]) {
      const checked = lab.edit('a.fake', `ERROR ${round}`);
      const asked = await lab.probe.until(
        ({ method, pid }) => method === 'initialize' && pid === starts(lab)[round - 1],
      );
      expect(asked.server).toBe('fake');
      // Past the ordinary patience, by the sidecar's own clock.
      await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch: Number.MAX_SAFE_INTEGER, waitMs: 100 });
      lab.probe.tell({ command: 'initialize' });
      expect(await checked).toEqual([`${round}`]);
      await lab.probe.until(({ event, pid }) => event === 'gone' && pid === asked.pid);
    }
  },
);

test.concurrent(
  'REQ-LIFE-060: a check that arrives while an idle server ends gets a new one, and nothing of the old one stays',
  async () => {
    await using lab = await Lab.open({
      servers: { fake: fake('stubborn.ts') },
      config: { idleShutdown: IDLE },
    });
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
    const ending = await lab.probe.untilReceived('shutdown');
    const report = await lab.check({ 'a.fake': 'ERROR b' });
    expect(outcomes(report)).toEqual({ fake: 'complete' });
    expect(report.files['a.fake']?.map(({ message }) => message)).toEqual(['b']);
    expect(starts(lab)).toHaveLength(2);
    expect(starts(lab)[0]).toBe(ending.pid);
    await lab.probe.until(({ event, pid }) => event === 'gone' && pid === ending.pid);
  },
);

test.concurrent(
  'REQ-LIFE-040: the end of the session does not leave behind a server that is just being shut down',
  async () => {
    await using lab = await Lab.open({
      servers: { fake: fake('stubborn.ts') },
      config: { idleShutdown: IDLE },
    });
    await lab.edit('a.fake', 'ERROR a');
    await lab.probe.untilReceived('shutdown');
    await lab.sidecar.request('lsp/shutdown', {});
    expect(await lab.sidecar.leftovers()).toEqual([]);
  },
);

test.concurrent(
  'a server that is being asked is not idle, nor is one whose answer nobody waits for any more',
  async () => {
    const config = { idleShutdown: IDLE, diagnosticTimeout: 100, firstTouchTimeout: FAR };
    await using lab = await Lab.open({ servers: { fake: fake('held.ts'), ...CLOCK }, config });
    const patient = lab.check({ 'a.fake': 'HOLD\nERROR a' });
    await lab.probe.untilReceived('textDocument/diagnostic', 'a.fake');
    await theWhile(lab);
    lab.probe.tell({ command: 'answer' });
    expect(outcomes(await patient)).toEqual({ fake: 'complete' });

    expect(outcomes(await lab.check({ 'a.fake': 'HOLD\nERROR b' }))).toEqual({ fake: 'timed-out' });
    await theWhile(lab);
    expect(lab.probe.received('shutdown').map(({ server }) => server)).not.toContain('fake');
    lab.probe.tell({ command: 'answer' });
    const shutdown = await lab.probe.until(
      ({ server, method }) => server === 'fake' && method === 'shutdown',
    );
    expect(starts(lab)).toEqual([shutdown.pid]);
  },
);

test.concurrent('a server that still starts is not idle', async () => {
  const servers = { fake: fake('starts-when-told.ts'), ...CLOCK };
  await using lab = await Lab.open({ servers, config: { idleShutdown: IDLE, firstTouchTimeout: FAR } });
  lab.sidecar.notify('lsp/warm', { filePath: 'a.fake' });
  await lab.probe.untilReceived('initialize');
  await theWhile(lab);
  expect(await lab.status('fake')).toBe('starting');
  lab.probe.tell({ command: 'initialize' });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  expect(starts(lab)).toHaveLength(1);
});

test.concurrent('REQ-LIFE-070: a broken server stays broken, however long nobody asks it', async () => {
  const servers = { fake: fake('crashes-mid-check.ts'), ...CLOCK };
  await using lab = await Lab.open({ servers, config: { idleShutdown: IDLE } });
  await lab.edit('a.fake', 'CRASH');
  const broken = await row(lab);
  expect(broken).toMatchObject({ status: 'broken', reason: 'exited with code 2' });
  await theWhile(lab);
  expect(await row(lab)).toEqual(broken);
  expect(outcomes(await lab.check({ 'a.fake': 'ERROR a' }))).toEqual({ fake: 'broken' });
  expect(starts(lab)).toHaveLength(1);
});

test.concurrent(
  'an idle server does not keep the sidecar from ending, nor does the wait for it to be idle',
  async () => {
    await using lab = await Lab.open({
      servers: { fake: fake('pull.ts') },
      config: { idleShutdown: 600_000 },
    });
    await lab.edit('a.fake', 'ERROR a');
    lab.sidecar.endStdin();
    expect(await elapsed(lab.sidecar.exited)).toBeLessThan(10_000);
  },
);
