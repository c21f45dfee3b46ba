import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../cleanup.js';
import { perform } from '../command.js';
import { REPOSITORY } from '../places.js';
import { faultsTable, isFlawed as isHalf, runFaults } from './faults.js';
import { isFlawed as isWrong, judgeRenames, renamesTable, type RenamesResult } from './renames.js';
import { REFACTORED } from './subjects.js';

const PARTS = ['faults', 'renames'] as const;
type Part = (typeof PARTS)[number];

const HELP = `Usage: npm run refactorings -- [--only PART]... [--on TEXT]... [--each N] [--captures N] [--seed N] [--json FILE] [--record]

Runs the refactorings on what they are for, and judges what came of it:
  faults    a rename of 25 files whose host, sidecar or server is killed, whose disk is full, whose files cannot be written or change
  renames   random symbols of real projects, renamed, compiled, and renamed back; and new names that would mean something else

--each says how often each is done, --captures how many names of the second kind, --on which projects (parts of their ids).
--record writes the tables into docs/refactorings.md. Exits with 1 if something is wrong, with 2 if something could not be done.
Projects: ${REFACTORED.map(({ id }) => id).join(', ')}.`;

interface Options {
  readonly kind: 'run';
  readonly parts: readonly Part[];
  readonly on: readonly string[];
  readonly each: number;
  readonly captures: number;
  readonly seed: number;
  readonly record: boolean;
  readonly json: string | undefined;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    on: { type: 'string', multiple: true, default: [] },
    each: { type: 'string', default: '30' },
    captures: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const chosen = PARTS.filter((part) => values.only.length === 0 || values.only.includes(part));
const invalid = { kind: 'invalid', message: `--only ${values.only.join(', ')}: there is no such part. Parts: ${PARTS.join(', ')}` } as const;
const options: Options = { kind: 'run', parts: chosen, on: values.on, each: Number(values.each), captures: Number(values.captures), seed: Number(values.seed), record: values.record, json: values.json };
process.exitCode = await perform(values.help ? { kind: 'help' } : chosen.length === 0 ? invalid : options, { name: 'refactorings', help: HELP, run });

async function run({ parts, on, each, captures, seed, record, json }: Options): Promise<number> {
  const tell = (line: string): void => console.error(line);
  const tables: string[] = [];
  const leftOut: string[] = [];
  let isFlawed = false;
  const results: RenamesResult[] = [];
  if (parts.includes('renames')) {
    const scratch = scratchFolder();
    for (const subject of REFACTORED.filter(({ id }) => on.length === 0 || on.some((part) => id.includes(part)))) {
      try {
        results.push(await judgeRenames(subject, join(scratch, subject.id), { each, captures, seed }, tell));
      } catch (error) {
        // No registry in reach, or no compiler: the other projects can be judged all the same.
        leftOut.push(`${subject.id}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    tables.push(renamesTable(results));
    isFlawed ||= results.some(isWrong);
  }
  if (parts.includes('faults')) {
    const { outcomes, leftOut: faultsLeftOut } = await runFaults(each, seed, tell);
    tables.push(faultsTable(outcomes));
    leftOut.push(...faultsLeftOut);
    isFlawed ||= outcomes.some(isHalf);
  }
  console.log([...tables, ...leftOut.map((line) => `left out: ${line}`)].join('\n\n'));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, undefined, 2)}\n`);
  if (record) recordIn(join(REPOSITORY, 'docs', 'refactorings.md'), tables.join('\n\n'));
  return isFlawed ? 1 : leftOut.length > 0 ? 2 : 0;
}

const [START, END] = ['<!-- figures: npm run refactorings -- --record -->', '<!-- end of figures -->'];

/** Between two comments of the page; what stands around them stays. */
function recordIn(file: string, figures: string): void {
  const page = readFileSync(file, 'utf8');
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${file} has no block of figures`);
  writeFileSync(file, `${page.slice(0, start + START.length)}\n\n${figures}\n\n${page.slice(end)}`);
}
