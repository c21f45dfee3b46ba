import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { page, withSituations } from '../../scripts/lib/origins-page.js';

it(
  'REQ-DIAG-010 REQ-FMT-010: docs/origins.md shows what a model reads: else, npm run origins -- --write',
  { timeout: 120_000 },
  async () => {
    expect(readFileSync(page, 'utf8')).toBe(await withSituations());
  },
);
