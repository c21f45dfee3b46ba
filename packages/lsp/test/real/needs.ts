import { afterAll, beforeAll, test } from 'bun:test';

import { type Needed, needs } from '../../../../scripts/lib/needs.mjs';

type Hook = (run: () => unknown, timeout?: number) => void;

/** `test`, and the hooks beside it: bun runs its own where all tests are skipped, too. */
export interface Define {
  (title: string, run: () => Promise<void>): void;
  readonly beforeAll: Hook;
  readonly afterAll: Hook;
}

/** `test` for what needs these programs. Where one is missing nothing runs, and the title says why, and what installs it. */
export function testWith(...programs: Needed[]): Define {
  const reason = needs(...programs);
  return reason === undefined ? RUNS : skipping(reason);
}

/** @param reason why nothing of it runs here, and what would change that */
export function skipping(reason: string): Define {
  const skip: Hook = () => undefined;
  return Object.assign(
    (title: string, run: () => Promise<void>) => test.skip(`${title} (skipped: ${reason})`, run),
    { beforeAll: skip, afterAll: skip },
  );
}

const RUNS: Define = Object.assign((title: string, run: () => Promise<void>) => test(title, run), {
  beforeAll: (run: () => unknown, timeout?: number) => beforeAll(run, timeout),
  afterAll: (run: () => unknown) => afterAll(run),
});
