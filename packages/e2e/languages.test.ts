import { describe, expect, it } from 'vitest';
import { runRow } from '../bench/src/languages/run-row.js';
import { isRight } from '../bench/src/languages/results.js';
import { ROWS } from '../bench/src/languages/rows.js';
import { temporaryFolder } from './support/languages/folder.js';

/** Quick ones, of servers that npm carries. The nightly tests judge all. */
const QUICK = ['css', 'dockerfile', 'html', 'json', 'scss', 'yaml'];

describe('REQ-LANG-010: rows of docs/languages.md', () => {
  it.for(QUICK)('%s: the error is in the first edit, and gone after its mend', async (id, { skip }) => {
    const row = ROWS.find((one) => one.id === id);
    if (row === undefined) throw new Error(`there is no row ${id}`);
    await using folder = temporaryFolder();
    const result = await runRow(row, folder.path);
    // CI reaches the registries.
    const { outcome } = result;
    skip(
      outcome.kind === 'failed' && outcome.reason.startsWith('not installed') && process.env['CI'] !== 'true',
      'not installed, and no registry is in reach',
    );
    expect([result, isRight(result)]).toEqual([result, true]);
  });
});
