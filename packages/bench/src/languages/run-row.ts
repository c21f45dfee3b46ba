import { messageOf } from '../frame/options.js';
import { install } from './install.js';
import { judgeRow, scrubbed } from './judge.js';
import type { RowResult } from './results.js';
import type { LanguageRow } from './row.js';

/**
 * Installs a row's server where it is missing, and judges it. Never rejects.
 *
 * @param folder does not exist; of ours, for the row's project. Without it, nothing is judged
 */
export async function runRow(row: LanguageRow, folder?: string): Promise<RowResult> {
  const failed = (reason: string): RowResult => ({ id: row.id, outcome: { kind: 'failed', reason } });
  const found = await install(row);
  if (found.kind === 'failed') return failed(`not installed: ${found.reason}`);
  if (folder === undefined) return failed('installed, not judged');
  try {
    const outcome = { kind: 'judged', ...(await judgeRow(row, found, folder)) };
    // Reasons are the servers' own words, which may name folders.
    return JSON.parse(scrubbed(JSON.stringify({ id: row.id, outcome }), folder)) as RowResult;
  } catch (error) {
    return failed(messageOf(error));
  }
}
