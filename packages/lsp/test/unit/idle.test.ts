import { expect, test } from 'bun:test';

import { Idleness } from '../../src/engine/session/server/idle.ts';

/** Whether it is reached before something else that began later has been idle for three times as long. */
async function isReachedBefore(idleness: Idleness, ms: number): Promise<boolean> {
  const later = new Idleness(ms * 3);
  return Promise.race([idleness.reached.then(() => true), later.reached.then(() => false)]);
}

test('is reached after the while, by itself', async () => {
  const start = performance.now();
  await new Idleness(20).reached;
  expect(performance.now() - start).toBeGreaterThanOrEqual(19);
});

test('the while begins when the last thing under way is done, however it ended', async () => {
  const idleness = new Idleness(20);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<never>()];
  const done = [idleness.trackActivity(first.promise), idleness.trackActivity(second.promise)];
  expect(await isReachedBefore(idleness, 20)).toBe(false);
  first.resolve('answer');
  expect(await isReachedBefore(idleness, 20)).toBe(false);
  second.reject(new Error('gone'));
  expect(await Promise.allSettled(done)).toMatchObject([{ value: 'answer' }, { reason: new Error('gone') }]);
  const start = performance.now();
  await idleness.reached;
  expect(performance.now() - start).toBeGreaterThanOrEqual(15);
});

test('0 is never, and so is an end', async () => {
  expect(await isReachedBefore(new Idleness(0), 10)).toBe(false);
  const ended = new Idleness(10);
  ended.end();
  await ended.trackActivity(Promise.resolve());
  expect(await isReachedBefore(ended, 10)).toBe(false);
});

test('for longer than a timer can count is long all the same', async () => {
  expect(await isReachedBefore(new Idleness(1e15), 10)).toBe(false);
});
