import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../cleanup.js';
import { attempt, type Asked, chooseSubjects, idList, noSuchSubject, perform } from '../command.js';
import { REPOSITORY } from '../places.js';
import { markdown, summary } from './page.js';
import { isRight, type RowResult } from './results.js';
import type { LanguageRow } from './row.js';
import { installRow, runRow } from './run-row.js';
import { ROWS } from './rows.js';

const HELP = `Usage: npm run languages -- [--only ID[,ID]]... [--install] [--with FILE]... [--json FILE] [--record]

Installs a language server for each row into the user's cache folder, opens a small project with it, and edits that: an error, its
mend, another file, then the questions of the navigation tools.

--only     parts of ids. --install installs and judges nothing.
--with     earlier results, oldest first: rows that are not judged now are taken from there.
--record   writes docs/languages.md and docs/languages.json; the latter's rows count as earlier results.
Exits with 1 if a row is not right that was right when docs/languages.json was written, with 2 if nothing could be judged.
${idList(ROWS)}.`;

interface Options {
  readonly kind: 'run';
  readonly rows: readonly LanguageRow[];
  readonly installs: boolean;
  readonly earlier: readonly string[];
  readonly json: string | undefined;
  readonly record: boolean;
}

const PAGE = join(REPOSITORY, 'docs', 'languages.md');
const RECORD = join(REPOSITORY, 'docs', 'languages.json');

process.exitCode = await perform(parse(process.argv.slice(2)), { name: 'languages', help: HELP, run });

function parse(argv: readonly string[]): Asked<Options> {
  return attempt(() => {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        install: { type: 'boolean', default: false },
        with: { type: 'string', multiple: true, default: [] },
        json: { type: 'string' },
        record: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const only = values.only.flatMap((ids) => ids.split(','));
    const exact = ROWS.filter(({ id }) => only.includes(id));
    const rows = exact.length > 0 ? exact : chooseSubjects(ROWS, only);
    if (rows.length === 0) return noSuchSubject(ROWS, only);
    return {
      kind: 'run',
      rows,
      installs: values.install,
      earlier: values.with,
      json: values.json,
      record: values.record,
    };
  });
}

async function run({ rows, installs, earlier, json, record }: Options): Promise<number> {
  const scratch = scratchFolder();
  const before = readResults(RECORD);
  const results = new Map(
    [...(record ? before : []), ...earlier.flatMap(readResults)].map((result) => [result.id, result]),
  );
  let worse = false;
  for (const row of rows) {
    const result = installs ? await installRow(row) : await runRow(row, join(scratch, row.id));
    console.error(summary(row, result));
    results.set(row.id, result);
    // A run that is interrupted keeps what it has.
    if (json !== undefined) writeFileSync(json, textOf(inOrder(results)));
    worse ||= !installs && !isRight(result) && before.some((one) => one.id === row.id && isRight(one));
  }
  if (installs) return 0;
  const known = inOrder(results);
  if (record) {
    writeFileSync(RECORD, textOf(known));
    writeFileSync(PAGE, markdown(ROWS, known));
  }
  console.log(`${known.filter(isRight).length} of ${known.length} rows are right`);
  return worse ? 1 : 0;
}

function inOrder(results: ReadonlyMap<string, RowResult>): RowResult[] {
  return ROWS.flatMap(({ id }) => results.get(id) ?? []);
}

/** One row a line. `npm run generate` reads its first three fields. */
function textOf(results: readonly RowResult[]): string {
  const servers = new Map(ROWS.map(({ id, server }) => [id, server]));
  const lines = results.map((result) =>
    JSON.stringify({
      id: result.id,
      server: servers.get(result.id),
      right: isRight(result),
      outcome: result.outcome,
    }),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** None where there is no such file yet. Throws where it is something else. */
function readResults(file: string): RowResult[] {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error(`${file}: it is not what --json has written`);
  return value as RowResult[];
}
