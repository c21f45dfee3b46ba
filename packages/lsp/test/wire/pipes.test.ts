import { expect, test } from 'bun:test';

import { frame } from '../harness/framing.ts';
import { elapsed, fake, Lab, outcomes } from '../harness/lab.ts';

const FAR = 20_000;

test('REQ-ARCH-020: messages that arrive byte by byte are understood, in both directions and on both wires', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('writes-in-pieces.ts') } });
  const text = 'ERROR déjà vu 🎉 日本';
  expect(await lab.messages('a.fake', text)).toEqual(['déjà vu 🎉 日本']);
  const answer = lab.sidecar.answer('slow');
  for (const byte of frame({
    jsonrpc: '2.0',
    id: 'slow',
    method: 'lsp/checkFile',
    params: { filePath: 'ä.fake', text },
  }))
    lab.sidecar.send(Buffer.from([byte]));
  expect((await answer).result).toMatchObject([{ file: 'ä.fake', message: 'déjà vu 🎉 日本' }]);
});

test('REQ-ARCH-020: many messages in one chunk are all answered, each under its own id, of either kind', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const ids = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? `id ${n}` : 1000 + n));
  const answers = ids.map((id) => lab.sidecar.answer(id));
  lab.sidecar.send(
    Buffer.concat(
      ids.map((id) =>
        frame({
          jsonrpc: '2.0',
          id,
          method: 'lsp/checkFile',
          params: { filePath: 'a.fake', text: `ERROR ${id}` },
        }),
      ),
    ),
  );
  for (const { id, result } of await Promise.all(answers)) {
    // Superseded ones may have been given up.
    const found = (result as { message: string }[]).map(({ message }) => message).join();
    expect(['', `${id}`]).toContain(found);
  }
  expect((await answers.at(-1))?.result).toMatchObject([{ message: `${ids.at(-1)}` }]);
});

test('REQ-CONTENT-010: a text of some megabytes goes through', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  const text = `${'é'.repeat(80)}\n`.repeat(30_000);
  expect(await lab.messages('a.fake', `${text}ERROR end`)).toEqual(['end']);
  expect(await lab.messages('a.fake', `ERROR start\n${text}`)).toEqual(['start']);
});

test('REQ-TIME-085: a server that no longer reads holds up neither others nor the end of the session', async () => {
  const servers = {
    deaf: fake('stops-reading.ts', { extensions: ['.fake', '.deaf'] }),
    good: fake('pull.ts'),
  };
  await using lab = await Lab.open({ servers, config: { diagnosticTimeout: 500 } });
  expect(await lab.messages('a.deaf', 'ERROR last\nDEAF')).toEqual(['last']);
  await lab.probe.until(({ event }) => event === 'deaf');
  for (let n = 0; n < 3; n += 1) {
    const report = await lab.check({ 'a.fake': `ERROR ${n}\n${'x'.repeat(2_000_000)}${n}` });
    expect(report.files['a.fake']?.map(({ message }) => message)).toEqual([`${n}`]);
    expect(outcomes(report)).toEqual({ deaf: 'timed-out', good: 'complete' });
  }
  expect(await elapsed(lab.sidecar.request('lsp/shutdown', {}))).toBeLessThan(FAR / 2);
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

test('REQ-LIFE-070: a server that closes its stdout is broken at once, and does not live on unread', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('closes-stdout.ts') },
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR },
  });
  const report = lab.check({ 'a.fake': 'ERROR a' });
  expect(await elapsed(report)).toBeLessThan(FAR / 2);
  expect(outcomes(await report)).toEqual({ fake: 'broken' });
  await lab.probe.until(({ event }) => event === 'gone');
  expect(await lab.status('fake')).toBe('broken');
});

test('REQ-LIFE-070: a server that answers initialize with an error is broken, is not left running, and status has its words', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('refuses-to-start.ts') },
    config: { firstTouchTimeout: FAR },
  });
  const report = lab.check({ 'a.fake': 'ERROR a' });
  expect(await elapsed(report)).toBeLessThan(FAR / 2);
  expect(outcomes(await report)).toEqual({ fake: 'broken' });
  await lab.probe.until(({ event }) => event === 'gone');
  const row = (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'fake');
  expect(row?.reason).toContain('no fake.toml in sight');
});

test('REQ-STATUS-020: a server that never answers initialize is starting for a while, then broken and ended, whatever it ignores', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('stubborn.ts', { args: ['--mute'] }) },
    config: { diagnosticTimeout: 100, firstTouchTimeout: 300 },
  });
  expect(outcomes(await lab.check({ 'a.fake': 'ERROR a' }))).toEqual({ fake: 'starting' });
  await lab.probe.until(({ event }) => event === 'gone');
  const row = (await lab.sidecar.request('lsp/status', {})).find(({ id }) => id === 'fake');
  expect(row?.status).toBe('broken');
  expect(row?.reason).toContain('initialize');
  // Its child is gone with it: the sidecar is alone.
  expect(await lab.sidecar.leftovers(10_000, 1)).toHaveLength(1);
});

test('REQ-CONC-010: two edits of one file while its server starts are both answered, each with its own text', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('starts-when-told.ts') },
    config: { firstTouchTimeout: FAR },
  });
  const first = lab.messages('a.fake', 'ERROR first');
  const second = lab.messages('a.fake', 'ERROR second');
  await lab.probe.untilReceived('initialize');
  lab.probe.tell({ command: 'initialize' });
  expect(await second).toEqual(['second']);
  expect(['', 'first']).toContain((await first).join());
  expect(lab.probe.received('textDocument/didOpen')).toHaveLength(1);
});
