import { expect, it, onTestFinished } from 'vitest';
import { killedTrial } from '../support/share/hosts.js';

const TRIALS = 200;
/** A trial mostly waits for the end of its service. */
const AT_ONCE = 5;

it(
  'REQ-LIFE-040: no process 10 s after the last session, in 200 of 200 trials',
  { timeout: 3_600_000 },
  async () => {
    const left: string[] = [];
    for (let trial = 0; trial < TRIALS; trial += AT_ONCE) {
      left.push(
        ...(
          await Promise.all(
            Array.from({ length: AT_ONCE }, (_, more) => killedTrial(trial + more, onTestFinished)),
          )
        ).flat(),
      );
    }
    expect(left).toEqual([]);
  },
);
