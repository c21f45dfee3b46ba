import { describe, setDefaultTimeout, test } from 'bun:test';

import { assertHolds, feed } from '../../../../scripts/lib/fuzz/target.ts';
import { targets } from './targets.ts';

setDefaultTimeout(120_000);

/** For each target, ms; `npm run fuzz` takes longer. */
const SHORT = 1000;

describe.each([...targets])('$name', ({ name, holds, check, found }) => {
  test(holds, async () => {
    assertHolds(name, await feed(check, SHORT));
  });

  for (const [what, once] of Object.entries(found)) {
    test(what, async () => {
      assertHolds(name, await once());
    });
  }
});
