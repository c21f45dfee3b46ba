import { expect, it } from 'vitest';
import { FAULTS, runFault, whyNot } from './support/killed/rename-faults.js';

/** `npm run refactorings -- --only faults` breaks many more. */
it.each(FAULTS)('a rename of 25 files is all or nothing: %s', { timeout: 120_000 }, async (fault) => {
  if (whyNot(fault) !== undefined) return;
  for (const at of [0.3, 0.6]) {
    const outcome = await runFault({ fault, at });
    expect(outcome).toMatchObject({ tree: expect.stringMatching(/^(old|new)$/), leftovers: [] });
  }
});
