import { expect, test } from 'bun:test';

import { elapsed, fake, Lab, outcomes } from '../harness/lab.ts';

/** Longer than any wait that a test configures, shorter than the harness's patience: who waits for this has not been bounded. */
const FAR = 20_000;

test('REQ-TIME-010 REQ-TIME-020: a server that never answers costs the timeout, and the result is plainly empty', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: { diagnosticTimeout: 400, firstTouchTimeout: FAR },
  });
  expect(await lab.messages('a.fake', 'ERROR warm')).toEqual(['warm']);
  const report = lab.check({ 'a.fake': 'HOLD\nERROR never' });
  const ms = await elapsed(report);
  expect(ms).toBeGreaterThan(350);
  expect(ms).toBeLessThan(FAR / 4);
  expect((await report).files).toEqual({ 'a.fake': [] });
  expect(outcomes(await report)).toEqual({ fake: 'timed-out' });
  expect(await lab.checkFile('a.fake', 'HOLD\nERROR never')).toEqual([]);
});

test('REQ-TIME-010: a timeout longer than any timer is no timeout, not one that is over at once', async () => {
  for (const servers of [{ fake: fake('held.ts') }, { fake: fake('push-plain.ts') }]) {
    await using lab = await Lab.open({
      servers,
      config: { diagnosticTimeout: 2 ** 40, firstTouchTimeout: 2 ** 40 },
    });
    expect(await lab.messages('a.fake', 'ERROR warm')).toEqual(['warm']);
    expect(await lab.messages('a.fake', 'ERROR again')).toEqual(['again']);
  }
});

test('REQ-TIME-015 REQ-TIME-040: several servers are waited for together, not one after the other', async () => {
  const servers = { one: fake('held.ts'), two: fake('held.ts'), three: fake('held.ts') };
  await using lab = await Lab.open({ servers, config: { diagnosticTimeout: 1000, firstTouchTimeout: FAR } });
  await lab.messages('a.fake', 'warm');
  const ms = await elapsed(lab.messages('a.fake', 'HOLD'));
  expect(ms).toBeGreaterThan(900);
  expect(ms).toBeLessThan(2500);
});

test('REQ-TIME-040 REQ-LANG-040: all servers of a file are asked before any has answered, and their findings come together', async () => {
  const servers = {
    one: fake('held.ts'),
    two: fake('held.ts'),
    three: fake('held.ts', { extensions: ['.other'] }),
  };
  await using lab = await Lab.open({ servers, config: { firstTouchTimeout: FAR } });
  const result = lab.checkFile('a.fake', 'HOLD\nERROR a');
  for (const id of ['one', 'two'])
    await lab.probe.until(({ server, method }) => server === id && method === 'textDocument/diagnostic');
  lab.probe.tell({ command: 'answer' });
  expect((await result).map(({ message }) => message)).toEqual(['a']);
  expect(lab.started).toBe(2);
});

test('REQ-TIME-030 REQ-TIME-090: a server that has to start is waited for beyond diagnosticTimeout', async () => {
  const servers = { slow: fake('starts-when-told.ts'), clock: fake('held.ts', { extensions: ['.clock'] }) };
  await using lab = await Lab.open({ servers, config: { diagnosticTimeout: 300, firstTouchTimeout: FAR } });
  await lab.messages('tick.clock', 'warm');
  const first = lab.messages('a.fake', 'ERROR cold');
  await lab.probe.until(({ server, method }) => server === 'slow' && method === 'initialize');
  // Two checks that nobody answers: diagnosticTimeout has passed twice.
  await lab.messages('tick.clock', 'HOLD 1 clock\nHOLD');
  await lab.messages('tick.clock', 'HOLD');
  expect(await lab.status('slow')).toBe('starting');
  lab.probe.tell({ command: 'initialize' });
  expect(await first).toEqual(['cold']);
});

test('REQ-TIME-080: a cancelled check ends at once and takes the question to the server with it', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR },
  });
  for (const method of ['lsp/checkFile', 'lsp/check'] as const) {
    const text = `HOLD\nERROR ${method}`;
    const start = lab.probe.events.at(-1);
    const { id, result } =
      method === 'lsp/check'
        ? lab.sidecar.ask(method, { files: [{ filePath: 'a.fake', text }] })
        : lab.sidecar.ask(method, { filePath: 'a.fake', text });
    const asked = await lab.probe.untilReceived(
      'textDocument/diagnostic',
      'a.fake',
      start === undefined ? {} : { after: start },
    );
    lab.sidecar.cancel(id);
    const cancelled = await lab.probe.untilReceived('$/cancelRequest', '', { after: asked });
    expect((cancelled.params as { id: unknown }).id).toBe(asked.id);
    expect(await elapsed(result.catch(() => undefined))).toBeLessThan(FAR / 4);
  }
  expect(await lab.messages('a.fake', 'ERROR after')).toEqual(['after']);
});

test('REQ-TIME-080: cancelling one of two checks of the same text leaves the other its answer', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR },
  });
  const text = 'HOLD\nERROR wanted';
  const { id, result } = lab.sidecar.ask('lsp/checkFile', { filePath: 'a.fake', text });
  const asked = await lab.probe.untilReceived('textDocument/diagnostic');
  const other = lab.messages('a.fake', text);
  lab.sidecar.cancel(id);
  await result.catch(() => undefined);
  // The other check may have joined the first one's question or asked its own.
  await lab.messages('b.fake', 'a question that is behind them');
  lab.probe.tell({ command: 'answer' });
  expect(await other).toEqual(['wanted']);
  expect(asked.text).toBe(text);
});

test('REQ-TIME-080: a check cancelled while its server starts ends at once, and the server goes on starting', async () => {
  await using lab = await Lab.open({
    servers: { slow: fake('starts-when-told.ts') },
    config: { firstTouchTimeout: FAR },
  });
  const { id, result } = lab.sidecar.ask('lsp/checkFile', { filePath: 'a.fake', text: 'ERROR a' });
  await lab.probe.untilReceived('initialize');
  lab.sidecar.cancel(id);
  expect(await elapsed(result.catch(() => undefined))).toBeLessThan(FAR / 4);
  lab.probe.tell({ command: 'initialize' });
  await lab.probe.untilReceived('initialized');
  expect(await lab.messages('a.fake', 'ERROR b')).toEqual(['b']);
  expect(lab.started).toBe(1);
});

// These wait for firstTouchTimeout to pass, and do so at the same time.

test.concurrent(
  'REQ-TIME-085: what one server has found is not lost to another that never answers',
  async () => {
    const servers = {
      fast: fake('pull.ts'),
      never: fake('held.ts'),
      hangs: fake('starts-when-told.ts'),
      dies: fake('crashes-at-once.ts'),
    };
    await using lab = await Lab.open({ servers, config: { firstTouchTimeout: 2500 } });
    const report = await lab.check({ 'a.fake': 'HOLD\nERROR found' });
    expect(report.files['a.fake']?.map(({ message }) => message)).toEqual(['found']);
    expect(outcomes(report)).toEqual({
      dies: 'broken',
      fast: 'complete',
      hangs: 'starting',
      never: 'timed-out',
    });
  },
);

test.concurrent(
  'REQ-TIME-070 REQ-TIMING-020: a server that does not start in time costs firstTouchTimeout once, then diagnosticTimeout, and serves when it is up',
  async () => {
    await using lab = await Lab.open({
      servers: { slow: fake('starts-when-told.ts') },
      config: { diagnosticTimeout: 100, firstTouchTimeout: 1000 },
    });
    const first = lab.check({ 'a.fake': 'ERROR cold' });
    expect(await elapsed(first)).toBeGreaterThan(900);
    expect((await first).files).toEqual({ 'a.fake': [] });
    expect(outcomes(await first)).toEqual({ slow: 'starting' });
    const second = lab.check({ 'a.fake': 'ERROR still cold' });
    expect(await elapsed(second)).toBeLessThan(900);
    expect(outcomes(await second)).toEqual({ slow: 'starting' });
    expect(await lab.status('slow')).toBe('starting');

    lab.probe.tell({ command: 'initialize' });
    await lab.probe.untilReceived('initialized');
    expect(await lab.messages('a.fake', 'ERROR warm')).toEqual(['warm']);
    expect(await lab.status('slow')).toBe('active');
    expect(lab.started).toBe(1);
  },
);

test.concurrent(
  'REQ-TIMING-020: a first touch that the server leaves unanswered is over too; the next wait is diagnosticTimeout',
  async () => {
    await using lab = await Lab.open({
      servers: { fake: fake('held.ts') },
      config: { diagnosticTimeout: 100, firstTouchTimeout: 1000 },
    });
    // The server has started by then, and nobody has asked it anything.
    lab.sidecar.notify('lsp/warm', { filePath: lab.workspace.write('a.fake', '') });
    await lab.probe.untilReceived('initialized');
    const first = lab.check({ 'a.fake': 'HOLD' });
    expect(await elapsed(first)).toBeGreaterThan(900);
    expect(outcomes(await first)).toEqual({ fake: 'timed-out' });
    expect(await elapsed(lab.check({ 'a.fake': 'HOLD\nagain' }))).toBeLessThan(900);
  },
);
