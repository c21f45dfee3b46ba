import { expect, test } from 'bun:test';

import { CheckerSlots } from '../../../src/engine/project/checker-slots.ts';
import { othersTurn } from '../../../src/support/time-slices.ts';

/** Checkers that run until they are told to end; `begun` has their names in order. */
class Work {
  readonly begun: string[] = [];
  readonly #slots = new CheckerSlots();
  readonly #ends = new Map<string, () => void>();

  run(name: string, group?: string, signal = new AbortController().signal): Promise<string | undefined> {
    return this.#slots.within(group, signal, () => {
      this.begun.push(name);
      const { promise, resolve } = Promise.withResolvers<string>();
      this.#ends.set(name, () => {
        resolve(name);
      });
      return promise;
    });
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await othersTurn();
  }
}

test('two at a time, in the order in which they came', async () => {
  const work = new Work();
  const all = ['a', 'b', 'c', 'd'].map((name) => work.run(name));
  await othersTurn();
  expect(work.begun).toEqual(['a', 'b']);
  await work.end('b');
  expect(work.begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await work.end(name);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('one at a time of a group; others go past it', async () => {
  const work = new Work();
  void work.run('rust 1', 'cargo');
  void work.run('rust 2', 'cargo');
  void work.run('go');
  await othersTurn();
  expect(work.begun).toEqual(['rust 1', 'go']);
  await work.end('rust 1');
  expect(work.begun).toEqual(['rust 1', 'go', 'rust 2']);
});

test('who is not waited for any more does not begin, and keeps nobody else waiting', async () => {
  const work = new Work();
  const leave = new AbortController();
  void work.run('a');
  void work.run('b');
  const left = work.run('c', undefined, leave.signal);
  const last = work.run('d');
  await othersTurn();
  leave.abort();
  expect(await left).toBeUndefined();
  await work.end('a');
  expect(work.begun).toEqual(['a', 'b', 'd']);
  await work.end('d');
  expect(await last).toBe('d');
});

test('one that fails frees its place', async () => {
  const slots = new CheckerSlots();
  const { signal } = new AbortController();
  const failing = slots.within('g', signal, () => Promise.reject(new Error('bug')));
  expect(await failing.catch(String)).toBe('Error: bug');
  expect(await slots.within('g', signal, () => Promise.resolve('next'))).toBe('next');
});
