import { expect, test } from 'bun:test';
import { setImmediate } from 'node:timers/promises';

import { atVersion } from '../../../src/engine/navigate/at-version.ts';
import { failed, found, type Found, SUPERSEDED } from '../../../src/engine/navigate/found.ts';

const { signal: never } = new AbortController();
const LONG = 60_000;

test.each([found('here'), failed('failed', 'broken')])(
  'REQ-CONC-020: what is superseded is asked again from the beginning, anything else is the answer: %j',
  async (last: Found<string>) => {
    const answers = [SUPERSEDED, SUPERSEDED, last, found('too late')];
    expect(await atVersion(LONG, never, async () => answers.shift() ?? SUPERSEDED)).toEqual({
      kind: 'done',
      value: last,
    });
    expect(answers).toEqual([found('too late')]);
  },
);

test('REQ-CONC-020: one deadline holds for all attempts, and ends the work of the last one', async () => {
  let attempts = 0;
  let last: AbortSignal | undefined;
  const answer = await atVersion(20, never, async (signal) => {
    attempts++;
    last = signal;
    await setImmediate();
    return SUPERSEDED;
  });
  expect([answer.kind, attempts > 1, last?.aborted]).toEqual(['gave-up', true, true]);
});

test('a cancelled call is not waited for', async () => {
  const call = new AbortController();
  const answer = atVersion(LONG, call.signal, () => Promise.withResolvers<Found<string>>().promise);
  call.abort();
  expect(await answer).toEqual({ kind: 'gave-up' });
});
