import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { isRight, type RowResult } from '../../bench/src/languages/results.js';
import { runRow } from '../../bench/src/languages/run-row.js';
import { ROWS } from '../../bench/src/languages/rows.js';
import { temporaryFolder } from '../support/languages/folder.js';

/** With an installation, ms. */
const LIMIT = 900_000;

const recorded = JSON.parse(
  readFileSync(join(root, 'docs', 'languages.json'), 'utf8'),
) as readonly RowResult[];
const right = new Set(recorded.filter(isRight).map(({ id }) => id));

describe('REQ-LANG-010: every row that docs/languages.md calls right', () => {
  it.each(ROWS.filter(({ id }) => right.has(id)).map((row) => [row.id, row] as const))(
    '%s: the error is in the first edit, and gone after its mend',
    async (_id, row) => {
      await using folder = temporaryFolder();
      const result = await runRow(row, folder.path);
      expect([result, isRight(result)]).toEqual([result, true]);
    },
    LIMIT,
  );
});
