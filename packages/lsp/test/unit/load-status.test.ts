import { expect, test } from 'bun:test';

import { LoadStatus } from '../../src/client/protocol/load-status.ts';

const REPORTS: [title: string, params: unknown, quiescent: boolean, problem: string | undefined][] = [
  ['loading', { quiescent: false, health: 'ok' }, false, undefined],
  ['loaded', { quiescent: true, health: 'ok' }, true, undefined],
  [
    'loaded, with a warning',
    { quiescent: true, health: 'warning', message: 'some proc macro' },
    true,
    undefined,
  ],
  [
    'no project',
    { quiescent: true, health: 'error', message: 'Failed to discover workspace' },
    true,
    'Failed to discover workspace',
  ],
  ['no project, and no word about it', { quiescent: true, health: 'error' }, true, 'no reason given'],
  ['something else', { health: 'error', message: 'm' }, false, undefined],
  ['nothing', null, false, undefined],
];

test('REQ-TIME-030: a server that says when it has loaded its project is waited for until then', async () => {
  for (const [title, params, quiescent, problem] of REPORTS) {
    const load = new LoadStatus();
    load.receive(params);
    expect([title, await load.whenQuiescent(AbortSignal.abort()), load.problem]).toEqual([
      title,
      quiescent,
      problem,
    ]);
  }
});

test('REQ-TIME-030: whoever waits while it loads is woken when it has, also when it loads anew', async () => {
  const load = new LoadStatus();
  const { signal } = new AbortController();
  const first = load.whenQuiescent(signal);
  load.receive({ quiescent: true, health: 'error', message: 'no toolchain' });
  expect([await first, load.problem]).toEqual([true, 'no toolchain']);
  load.receive({ quiescent: false, health: 'ok' });
  const second = load.whenQuiescent(signal);
  load.receive({ quiescent: true, health: 'ok' });
  expect([await second, load.problem]).toEqual([true, undefined]);
});
