import { afterAll, describe, expect, test, vi } from 'vitest';
import { assertHolds, budget } from '../../../../scripts/lib/fuzz/target.js';
import { Folder } from './folder.js';
import { targets } from './targets.js';

/** For each target, ms; `npm run fuzz` takes longer. */
const SHORT = 1000;

// When the time of a target is over, its last run is not: it removes its folder at its end.
afterAll(() => vi.waitFor(() => expect(Folder.open.size).toBe(0), 8000));

describe.each(targets)('$name', ({ name, holds, check, found }) => {
  test(holds, async () => assertHolds(name, await check(budget(SHORT))));

  test.each(Object.entries(found))('%s', async (_, once) => assertHolds(name, await once()));
});
