import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../frame/command.js';
import { flag, someOf } from '../frame/options.js';
import { writePage } from '../frame/page.js';
import { REPOSITORY } from '../places.js';
import { LANGUAGES_PAGE, languageSections, rowLine } from './page.js';
import { isRight, type RowResult } from './results.js';
import { ROWS } from './rows.js';
import { runRow } from './run-row.js';

const RECORD = join(REPOSITORY, 'docs', 'languages.json');

/** Its rows are those of many runs: docs/languages.json keeps what was found of each. */
export const languages = command({
  name: 'languages',
  says: `Installs a language server for each row into the user's cache folder, opens a small project with
    it, and edits that: an error, its mend, another file, then the questions of the navigation tools.
    Exits with 1 if a row is not right that was right when docs/languages.json was written.`,
  options: {
    only: someOf(ROWS, 'rows'),
    install: flag('installs, and judges nothing'),
    record: flag('writes docs/languages.json, row by row, and docs/languages.md'),
  },
  writes: [LANGUAGES_PAGE],
  async run({ only, install, record }, { scratch }) {
    const before = JSON.parse(readFileSync(RECORD, 'utf8')) as RowResult[];
    const results = new Map(before.map((result) => [result.id, result]));
    let isWorse = false;
    for (const row of only) {
      const result = await runRow(row, install ? undefined : join(scratch, row.id));
      console.log(rowLine(result));
      if (install) continue;
      results.set(row.id, result);
      // A run that is interrupted keeps what it has.
      if (record) writeFileSync(RECORD, textOf(inOrder(results)));
      isWorse ||= !isRight(result) && before.some((one) => one.id === row.id && isRight(one));
    }
    const known = inOrder(results);
    if (record && !install) writePage(LANGUAGES_PAGE, languageSections(ROWS, known));
    console.log(`${known.filter(isRight).length} of ${known.length} rows are right`);
    return isWorse ? 1 : 0;
  },
});

function inOrder(results: ReadonlyMap<string, RowResult>): RowResult[] {
  return ROWS.flatMap(({ id }) => results.get(id) ?? []);
}

/** One row a line. `npm run generate` reads its first three fields. */
function textOf(results: readonly RowResult[]): string {
  const servers = new Map(ROWS.map(({ id, server }) => [id, server]));
  const lines = results.map(({ id, outcome }) =>
    JSON.stringify({ id, server: servers.get(id), right: isRight({ id, outcome }), outcome }),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}
