import { expect, test } from 'bun:test';

import { fake, Lab } from '../harness/lab.ts';

const SERVERS = {
  good: fake('pull.ts'),
  'in-order': fake('exits-in-order.ts'),
  stubborn: fake('stubborn.ts'),
};

/** All that a sidecar can have running: servers that serve, that refuse to end, and that still start. */
async function busy(throughShell = false): Promise<Lab> {
  const servers = {
    ...SERVERS,
    mute: fake('stubborn.ts', { args: ['--mute'], extensions: ['.mute'] }),
    slow: fake('starts-when-told.ts', { extensions: ['.slow'] }),
  };
  const lab = await Lab.open({ servers, throughShell, config: { firstTouchTimeout: 20_000 } });
  await using unlessFailed = new AsyncDisposableStack();
  unlessFailed.use(lab);
  // All of them start at the same time.
  for (const path of ['a.mute', 'a.slow'])
    lab.sidecar.notify('lsp/warm', { filePath: lab.workspace.write(path, '') });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  for (const id of ['mute', 'slow'])
    await lab.probe.until(({ server, method }) => server === id && method === 'initialize');
  // The sidecar, five servers, two children of servers.
  expect(lab.sidecar.processes().length).toBeGreaterThanOrEqual(8);
  unlessFailed.move();
  return lab;
}

const ENDINGS: [title: string, end: (lab: Lab) => unknown, code: number | null][] = [
  ['lsp/shutdown', (lab) => lab.sidecar.request('lsp/shutdown', {}), 0],
  ['the end of stdin', (lab) => lab.sidecar.endStdin(), 0],
  [
    'lsp/shutdown with the end of stdin right behind it',
    (lab) => {
      void lab.sidecar.request('lsp/shutdown', {}).catch(() => undefined);
      lab.sidecar.endStdin();
    },
    0,
  ],
  [
    'SIGTERM, and once more by somebody impatient',
    async (lab) => {
      lab.sidecar.kill('SIGTERM');
      await lab.probe.untilReceived('shutdown');
      lab.sidecar.kill('SIGTERM');
    },
    0,
  ],
  ['SIGTERM', (lab) => lab.sidecar.kill('SIGTERM'), null],
  ['SIGINT', (lab) => lab.sidecar.kill('SIGINT'), null],
  ['SIGHUP', (lab) => lab.sidecar.kill('SIGHUP'), null],
];

for (const [title, end, code] of ENDINGS) {
  // One at a time: servers that end in order have 500 ms for each step.
  test(`REQ-LIFE-040 REQ-LIFE-060: ${title} ends the sidecar and every server, also those that ignore it and those that still start`, async () => {
    await using lab = await busy();
    await end(lab);
    expect(await lab.sidecar.leftovers()).toEqual([]);
    if (code !== null) expect((await lab.sidecar.exited).code).toBe(code);
    // Those that behave are asked in the order that the protocol wants.
    expect(
      lab.probe.events.some(({ server, event }) => server === 'in-order' && event === 'left in order'),
    ).toBe(true);
  });
}

test('REQ-LIFE-040: the death of the parent alone ends the sidecar and every server, though its pipes stay open', async () => {
  await using lab = await busy(true);
  // Stdin is held open by the test; only the shell between the two dies.
  lab.sidecar.kill('SIGKILL');
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

test('REQ-LIFE-040: a check that is under way when the session ends keeps nothing alive', async () => {
  await using lab = await Lab.open({
    servers: { fake: fake('held.ts') },
    config: { diagnosticTimeout: 20_000, firstTouchTimeout: 20_000 },
  });
  void lab.checkFile('a.fake', 'HOLD').catch(() => undefined);
  await lab.probe.untilReceived('textDocument/diagnostic');
  await lab.sidecar.request('lsp/shutdown', {});
  expect(await lab.sidecar.leftovers()).toEqual([]);
  expect((await lab.sidecar.exited).code).toBe(0);
});

test('REQ-LIFE-040: a shutdown in the same breath as the first check starts nothing that stays', async () => {
  await using lab = await Lab.open({ servers: SERVERS });
  void lab.checkFile('a.fake', 'ERROR a').catch(() => undefined);
  await lab.sidecar.request('lsp/shutdown', {});
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

test('REQ-LIFE-040: the reader of stdout going away does not keep the sidecar alive', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  await lab.edit('a.fake', 'ERROR a');
  lab.sidecar.closeStdout();
  for (let n = 0; n < 50; n += 1)
    void lab.checkFile('a.fake', `ERROR ${'long '.repeat(2000)}${n}`).catch(() => undefined);
  lab.sidecar.endStdin();
  expect(await lab.sidecar.leftovers()).toEqual([]);
});

test('REQ-LIFE-040: the reader of stderr going away neither ends the sidecar nor keeps it alive', async () => {
  await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
  lab.sidecar.closeStderr();
  // Each check has its lines in the log.
  for (const word of ['one', 'two', 'three'])
    expect(await lab.edit('a.fake', `ERROR ${word}`)).toEqual([word]);
  await lab.sidecar.request('lsp/shutdown', {});
  expect(await lab.sidecar.leftovers()).toEqual([]);
  expect((await lab.sidecar.exited).code).toBe(0);
});

test('REQ-LIFE-040: children that a server leaves behind when it crashes or exits end with the session', async () => {
  const servers = { crashes: fake('leaves-child.ts'), exits: fake('leaves-child.ts', { args: ['--serve'] }) };
  await using lab = await Lab.open({ servers });
  expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  expect(await lab.status('crashes')).toBe('broken');
  await lab.sidecar.request('lsp/shutdown', {});
  expect(await lab.sidecar.leftovers()).toEqual([]);
});
