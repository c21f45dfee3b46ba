import { describe, test } from 'vitest';
import { type Needed, needs } from '../../../scripts/lib/needs.mjs';

/** `describe` for what needs these. Where one is missing, nothing of it runs, and the title says why, and what installs it. */
export function describeWith(wanted: readonly Needed[], title: string, tests: () => void): void {
  const reason = needs(...wanted);
  if (reason === undefined) describe(title, tests);
  else describe.skip(skipped(title, reason), tests);
}

/** As {@link describeWith}, of one test. */
export function testWith(wanted: readonly Needed[], title: string, run: () => Promise<void>): void {
  const reason = needs(...wanted);
  if (reason === undefined) test(title, run);
  else test.skip(skipped(title, reason), run);
}

const skipped = (title: string, reason: string): string => `${title} (skipped: ${reason})`;
