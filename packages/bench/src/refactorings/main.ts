import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../cleanup.js';
import { perform } from '../command.js';
import { REPOSITORY } from '../places.js';
import { writeSection } from '../section.js';
import { faultsTable, isFlawed as isHalf, runFaults, type FaultsResult } from './faults.js';
import { judgeMoves, isFlawed as isMovedWrong, movesTable, type MoveCase } from './moves.js';
import { isFlawed as isRenamedWrong, judgeRenames, renamesTable, type RenamesResult } from './renames.js';
import { Stage } from './stage.js';
import { REFACTORED, type RefactoredSubject } from './subjects.js';
import { isFlawed as isChangedWrong, judgeSymbols, symbolsTable, type SymbolCase } from './symbols.js';
import { isSlow, measureTimes, timesTable, type TimesResult } from './times.js';

const PARTS = ['faults', 'times', 'renames', 'moves', 'symbols'] as const;
/** The parts that are run on each project. */
const ON_PROJECTS: readonly Part[] = ['renames', 'moves', 'symbols'];
type Part = (typeof PARTS)[number];

const HELP = `Usage: npm run refactorings -- [--only PART]... [--on TEXT]... [options]

Runs the refactorings on what they are for, and judges what came of it:
  faults    a rename of 25 files whose host, sidecar or server is killed, whose disk is full, whose files cannot be written or change
  times     a rename in 5 files, and in 100, beside the bare request of the same server
  renames   random symbols of real projects, renamed, compiled, and renamed back; and new names that would mean something else
  moves     random files of them, moved, compiled, and moved back
  symbols   copies of random definitions, inserted, compiled, and deleted; and definitions replaced by themselves with another comment

Options:
  --on TEXT      only projects whose id contains TEXT; may be given more than once
  --renames N    so many renames of each project, and faults of each kind, and timed renames (30)
  --captures N   so many new names that would mean something else (20)
  --moves N      so many moves (10)
  --symbols N    so many definitions (20)
  --seed N       another choice (1)
  --json FILE    each case as JSON
  --with FILE    with the results of an earlier run, which --json wrote, for what is not run now; may be given more than once
  --record       write the tables into docs/refactorings.md

Exits with 1 if something is wrong, with 2 if something could not be done.
Projects: ${REFACTORED.map(({ id }) => id).join(', ')}.`;

interface Options {
  readonly kind: 'run';
  readonly parts: readonly Part[];
  readonly subjects: readonly RefactoredSubject[];
  readonly renames: number;
  readonly captures: number;
  readonly moves: number;
  readonly symbols: number;
  readonly seed: number;
  readonly record: boolean;
  readonly json: string | undefined;
  readonly earlier: Results;
}

/** What came of one project; of parts that were not run, nothing. */
interface ProjectResult {
  readonly id: string;
  readonly language: string;
  readonly title: string;
  readonly renames?: RenamesResult;
  readonly moves?: readonly MoveCase[];
  readonly symbols?: readonly SymbolCase[];
}

interface Results {
  readonly projects: readonly ProjectResult[];
  readonly faults?: FaultsResult;
  readonly times?: readonly TimesResult[];
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    on: { type: 'string', multiple: true, default: [] },
    renames: { type: 'string', default: '30' },
    captures: { type: 'string', default: '20' },
    moves: { type: 'string', default: '10' },
    symbols: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    with: { type: 'string', multiple: true, default: [] },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [renames, captures, moves, symbols, seed] = [
  values.renames,
  values.captures,
  values.moves,
  values.symbols,
  values.seed,
].map(Number) as [number, number, number, number, number];
const parts = PARTS.filter((part) => values.only.length === 0 || values.only.includes(part));
const subjects = REFACTORED.filter(
  ({ id }) => values.on.length === 0 || values.on.some((text) => id.includes(text)),
);
const wrong =
  parts.length === 0
    ? `--only ${values.only.join(', ')}: there is no such part. Parts: ${PARTS.join(', ')}`
    : subjects.length === 0
      ? `--on ${values.on.join(', ')}: there is no such project`
      : undefined;
const earlier = values.help
  ? { projects: [] }
  : values.with
      .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Results)
      .reduce(merged, { projects: [] });
const options: Options = {
  kind: 'run',
  parts,
  subjects,
  renames,
  captures,
  moves,
  symbols,
  seed,
  record: values.record,
  json: values.json,
  earlier,
};
process.exitCode = await perform(
  values.help ? { kind: 'help' } : wrong === undefined ? options : { kind: 'invalid', message: wrong },
  { name: 'refactorings', help: HELP, run },
);

async function run({ earlier, record, json, ...options }: Options): Promise<number> {
  const leftOut: string[] = [];
  const now = await judge(options, leftOut);
  const results = merged(earlier, now);
  const tables = tablesOf(results);
  console.log([...tables, ...leftOut.map((line) => `left out: ${line}`)].join('\n\n'));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(now, undefined, 2)}\n`);
  if (record) writeSection(join(REPOSITORY, 'docs', 'refactorings.md'), 'figures', tables.join('\n\n'));
  const isFlawed =
    results.projects.some(isWrong) ||
    results.faults?.outcomes.some(isHalf) === true ||
    results.times?.some(isSlow) === true;
  return isFlawed ? 1 : leftOut.length > 0 ? 2 : 0;
}

async function judge(
  options: Omit<Options, 'earlier' | 'record' | 'json'>,
  leftOut: string[],
): Promise<Results> {
  const { parts, seed } = options;
  const projects: ProjectResult[] = [];
  const scratch = scratchFolder();
  for (const subject of parts.some((part) => ON_PROJECTS.includes(part)) ? options.subjects : []) {
    try {
      projects.push(await judgeProject(subject, join(scratch, subject.id), options));
    } catch (error) {
      // No registry in reach, or no compiler: the other projects can be judged all the same.
      leftOut.push(`${subject.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const tell = (line: string): void => console.error(line);
  const times = parts.includes('times') ? await measureTimes(scratch, options.renames, tell) : undefined;
  const faults = parts.includes('faults') ? await runFaults(options.renames, seed, tell) : undefined;
  leftOut.push(...(times?.leftOut ?? []), ...(faults?.leftOut ?? []));
  return { projects, ...(times && { times: times.times }), ...(faults && { faults }) };
}

async function judgeProject(
  subject: RefactoredSubject,
  folder: string,
  options: Pick<Options, 'parts' | 'renames' | 'captures' | 'moves' | 'symbols' | 'seed'>,
): Promise<ProjectResult> {
  const tell = (line: string): void => console.error(`${subject.id} ${line}`);
  const runs = (part: Part): boolean => options.parts.includes(part);
  const stage = await Stage.open(subject, folder);
  try {
    const { id, language, title } = subject;
    return {
      id,
      language,
      title,
      ...(runs('renames') && { renames: await judgeRenames(stage, options, tell) }),
      ...(runs('moves') && { moves: await judgeMoves(stage, options, tell) }),
      ...(runs('symbols') && { symbols: await judgeSymbols(stage, options, tell) }),
    };
  } finally {
    await stage.close();
  }
}

function isWrong({ renames, moves, symbols }: ProjectResult): boolean {
  return (
    (renames !== undefined && isRenamedWrong(renames)) ||
    (moves !== undefined && isMovedWrong(moves)) ||
    (symbols !== undefined && isChangedWrong(symbols))
  );
}

function merged(former: Results, later: Results): Results {
  const ids = [...new Set([...former.projects, ...later.projects].map(({ id }) => id))];
  const projects = ids.flatMap((id): ProjectResult[] => {
    const [old, now] = [former, later].map(({ projects }) => projects.find((one) => one.id === id));
    const base = now ?? old;
    return base === undefined ? [] : [{ ...old, ...base }];
  });
  const order = REFACTORED.map(({ id }) => id);
  return {
    ...former,
    ...later,
    projects: projects.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
  };
}

function tablesOf({ projects, faults, times }: Results): string[] {
  const of = <T>(
    result: (project: ProjectResult) => T | undefined,
  ): { language: string; title: string; result: T }[] =>
    projects.flatMap((project) => {
      const found = result(project);
      return found === undefined ? [] : [{ language: project.language, title: project.title, result: found }];
    });
  const [renamed, moved, changed] = [
    of(({ renames }) => renames),
    of(({ moves }) => moves),
    of(({ symbols }) => symbols),
  ];
  return [
    ...(renamed.length > 0 ? [renamesTable(renamed)] : []),
    ...(moved.length > 0 ? [movesTable(moved)] : []),
    ...(changed.length > 0 ? [symbolsTable(changed)] : []),
    ...(times === undefined ? [] : [timesTable(times)]),
    ...(faults === undefined ? [] : [faultsTable(faults.outcomes)]),
  ];
}
