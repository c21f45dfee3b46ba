import { install } from './install.js';
import { judgeRow, scrubbed } from './judge.js';
import type { RowResult } from './results.js';
import type { LanguageRow } from './row.js';

/** Installs, and judges nothing. */
export async function installRow(row: LanguageRow): Promise<RowResult> {
  const found = await install(row);
  return {
    id: row.id,
    outcome: {
      kind: 'failed',
      reason: found.kind === 'failed' ? `not installed: ${found.reason}` : 'installed, not judged',
    },
  };
}

/**
 * Installs a row's server where it is missing, and judges it. Never rejects.
 *
 * @param folder does not exist; of ours, for the row's project
 */
export async function runRow(row: LanguageRow, folder: string): Promise<RowResult> {
  const found = await install(row);
  if (found.kind === 'failed')
    return { id: row.id, outcome: { kind: 'failed', reason: `not installed: ${found.reason}` } };
  try {
    const outcome = { kind: 'judged', ...(await judgeRow(row, found, folder)) };
    // Reasons are the servers' own words, which may name folders.
    return JSON.parse(scrubbed(JSON.stringify({ id: row.id, outcome }), folder)) as RowResult;
  } catch (error) {
    return {
      id: row.id,
      outcome: { kind: 'failed', reason: error instanceof Error ? error.message : String(error) },
    };
  }
}
