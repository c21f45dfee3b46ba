import { describe, test } from 'vitest';
import { assertHolds, feed } from '../../../../scripts/lib/fuzz/target.js';
import { targets } from './targets.js';

/** For each target, ms; `npm run fuzz` takes longer. */
const SHORT = 1000;

describe.each(targets)('$name', ({ name, holds, check, found }) => {
  test(holds, async () => assertHolds(name, await feed(check, SHORT)));

  test.each(Object.entries(found))('%s', async (_, once) => assertHolds(name, await once()));
});
