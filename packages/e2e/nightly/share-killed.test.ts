import { expect, it, onTestFinished } from 'vitest';
import { COMEBACKS, comebackTrial, killedTrial } from '../support/share/hosts.js';

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

it(
  'REQ-LIFE-080 REQ-GRACE-040: sessions of a killed service are checked by the next one, after 200 of 200 kills',
  { timeout: 3_600_000 },
  async () => {
    const wrong: string[] = [];
    for (let trial = 0; trial * COMEBACKS < TRIALS; trial += 1)
      wrong.push(...(await comebackTrial(trial, onTestFinished)).map((what) => `set ${trial}: ${what}`));
    expect(wrong).toEqual([]);
  },
);
