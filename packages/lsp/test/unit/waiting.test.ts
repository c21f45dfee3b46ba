import { expect, test } from 'bun:test';

import { OpQueue } from '../../src/client/documents/op-queue.ts';
import { OutputTail } from '../../src/client/process/output-tail.ts';
import { Condition } from '../../src/support/condition.ts';
import { Deadline } from '../../src/engine/base/deadline.ts';
import { waitFor } from '../../src/support/wait-for.ts';

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));

test('patience ends by itself, and its end can only come nearer', async () => {
  using deadline = new Deadline(60_000);
  const far = deadline.at;
  deadline.shorten(90_000);
  expect(deadline.at).toBe(far);
  const over = aborted(deadline.signal);
  deadline.shorten(5);
  const near = deadline.at;
  expect(near).toBeLessThan(far - 50_000);
  expect(deadline.over).toBe(false);
  await over;
  expect(deadline.over).toBe(true);
  expect(performance.now()).toBeGreaterThanOrEqual(near - 1);
  deadline.shorten(1);
  expect(deadline.at).toBe(near);
});

test('patience ended from outside is over at once, and stays so', () => {
  using deadline = new Deadline(60_000);
  deadline.end();
  deadline.end();
  expect(deadline.over).toBe(true);
});

test('patience for longer than a timer can count is long all the same', async () => {
  using endless = new Deadline(1e15);
  using short = new Deadline(5);
  await aborted(short.signal);
  expect(endless.over).toBe(false);
});

test('waiting gives up with its signal, and what was waited for goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const abort = new AbortController();
  const [patient, hasty] = [waitFor(promise, new AbortController().signal), waitFor(promise, abort.signal)];
  abort.abort();
  expect(await hasty).toEqual({ kind: 'gave-up' });
  expect(await waitFor(promise, abort.signal)).toEqual({ kind: 'gave-up' });
  resolve('done');
  expect(await patient).toEqual({ kind: 'done', value: 'done' });
});

test('a condition wakes those whose test holds now, once, and gives up on those whose signal aborts', async () => {
  const condition = new Condition();
  let state = 0;
  let asked = 0;
  const abort = new AbortController();
  const wait = (wanted: number): Promise<boolean> =>
    condition.until(() => {
      asked += 1;
      return state >= wanted;
    }, abort.signal);
  const waits = [wait(0), wait(1), wait(2), wait(3)];
  expect(await waits[0]).toBe(true);
  state = 2;
  condition.changed();
  expect(await Promise.all(waits.slice(1, 3))).toEqual([true, true]);
  abort.abort();
  expect(await waits[3]).toBe(false);
  expect(await wait(9)).toBe(false);
  const before = asked;
  state = 9;
  condition.changed();
  // Nobody waits any more.
  expect(asked).toBe(before);
});

test('REQ-CONC-020: writes run one after the other in the order of the calls, each to its end, and a failure stops none behind it', async () => {
  const queue = new OpQueue();
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const log: string[] = [];
  const write = (n: number): Promise<number> =>
    queue.write(async () => {
      log.push(`begin ${n}`);
      await gates[n]?.promise;
      log.push(`end ${n}`);
      if (n === 1) throw new Error('disk is gone');
      return n;
    });
  const results = Promise.allSettled([write(0), write(1), write(2)]);
  // The later ones could go on at once, were it not for the first.
  gates[2]?.resolve();
  gates[1]?.resolve();
  gates[0]?.resolve();
  expect(
    (await results).map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
  ).toEqual([0, 'Error: disk is gone', 2]);
  expect(log).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2']);
});

async function tail(chunks: (string | Uint8Array | Error)[], limit?: number): Promise<OutputTail> {
  const output = new OutputTail(limit);
  await output.drain(
    (async function* () {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      }
    })(),
  );
  return output;
}

test('the last lines of a stream are kept, without their ends and without empty ones', async () => {
  const output = await tail(['one\r\n\r\nt', 'wo\n', '\n  three  \n', 'four']);
  expect(output.lines(9)).toEqual(['one', 'two', '  three', 'four']);
  expect(output.lines(2)).toEqual(['  three', 'four']);
});

test('characters that are cut between two chunks come out whole', async () => {
  const bytes = Buffer.from('é日🎉\n');
  expect((await tail([...bytes].map((byte) => Uint8Array.of(byte)))).lines(1)).toEqual(['é日🎉']);
});

test('of an endless stream the end is kept, and of one that breaks what it said before', async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => `line ${n}\n`);
  const kept = (await tail(lines, 100)).lines(10_000);
  expect(kept.at(-1)).toBe('line 9999');
  expect(kept.join('\n').length).toBeLessThanOrEqual(100);
  expect((await tail(['last words\n', new Error('EIO')])).lines(5)).toEqual(['last words']);
});
