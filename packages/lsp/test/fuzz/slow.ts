import * as fc from 'fast-check';

import { assertQuick, attackBy } from '../../../../scripts/lib/fuzz/slow.ts';
import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.ts';
import { found } from './slow-texts.ts';
import { readers } from './readers.ts';

/** ms; a shorter run leaves the long texts out. */
const LONG_RUN = 10_000;

const property = (isLong: boolean): fc.IAsyncProperty<[number]> =>
  fc.asyncProperty(fc.noShrink(fc.nat(2 ** 31 - 1)), (number) => {
    const { reader, attack } = attackBy(readers, number);
    return assertQuick(reader, attack, isLong);
  });

export const slow: FuzzTarget = {
  name: 'slow-sidecar',
  holds: 'no text makes a reader of the sidecar slow, or takes its memory',
  check: (budget) => fc.check(property((budget.interruptAfterTimeLimit ?? Infinity) >= LONG_RUN), budget),
  found,
};
