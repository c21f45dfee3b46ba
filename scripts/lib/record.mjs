import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';

const page = join(root, 'CONTRIBUTING.md');
const begin = '<!-- times: written by --record -->';
const end = '<!-- /times -->';

/**
 * One run, as a row of the table in CONTRIBUTING.md.
 * @typedef {{ command: string, ms: readonly number[], outcome: string }} Figures `ms`: of each run
 */

/**
 * Writes the row of a command, in place of its older one.
 * @param {Figures} figures
 */
export function record(figures) {
  writeFileSync(page, withRow(readFileSync(page, 'utf8'), figures, new Date()));
}

/**
 * @param {string} text of the page
 * @param {Figures} figures
 * @param {Date} date
 */
export function withRow(text, { command, ms, outcome }, date) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`CONTRIBUTING.md has no part between "${begin}" and "${end}".`);
  const cell = `| \`${command}\` |`;
  const rows = text.slice(from, to).split('\n').filter((line) => line.startsWith('| `') && !line.startsWith(cell));
  const [low, high] = [Math.min(...ms), Math.max(...ms)].map(took);
  const times = low === high ? low : `${String(low)} to ${String(high)}`;
  const machine = `${String(availableParallelism())} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  const row = `${cell} ${String(times)} | ${outcome} | ${date.toISOString().slice(0, 10)}, ${machine} |`;
  const table = ['| command | took | outcome | measured |', '|---|--:|---|---|', ...[...rows, row].toSorted()];
  return `${text.slice(0, from)}${begin}\n\n${table.join('\n')}\n\n${text.slice(to)}`;
}

/** @param {number} ms */
const took = (ms) => (ms < 90_000 ? `${(ms / 1000).toFixed(0)} s` : `${(ms / 60_000).toFixed(1)} min`);
