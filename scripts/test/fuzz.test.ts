import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertHolds, feed, type FuzzTarget } from '../lib/fuzz/target.js';

/** Each input takes `ms`; `broken` says of each, by its number, whether it is. */
function slow(ms: number, broken: (input: number) => boolean): FuzzTarget['check'] {
  let inputs = 0;
  return (budget) =>
    fc.check(
      fc.asyncProperty(fc.anything(), async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        if (broken(++inputs)) throw new Error('it broke');
      }),
      { ...budget, endOnFailure: true },
    );
}

describe('a fuzz target', () => {
  it('has one whole input where that takes longer than there is time', async () => {
    expect(
      await feed(
        slow(100, () => false),
        1,
      ),
    ).toMatchObject({ failed: false, numRuns: 1 });
    const broken = await feed(
      slow(100, () => true),
      1,
    );
    expect(() => assertHolds('slow', broken)).toThrow(
      /slow: broken after 1 inputs[^]*it broke[^]*--only slow --seed 20261122 --path 0/,
    );
  });

  it('has as many inputs as there is time for', async () => {
    const { failed, numRuns } = await feed(
      slow(1, () => false),
      200,
    );
    expect([failed, numRuns > 1]).toEqual([false, true]);
  });

  it('is fed the one input that a path names', async () => {
    const { counterexamplePath } = await feed(
      slow(0, (input) => input === 3),
      5000,
    );
    expect(counterexamplePath).toBe('2');
    expect(
      await feed(
        slow(0, () => true),
        5000,
        { path: '2' },
      ),
    ).toMatchObject({ failed: true, numRuns: 1, counterexamplePath: '2' });
  });
});
