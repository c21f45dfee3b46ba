/**
 * Judges by real commits what a language says that other files cannot see: `npm run surface -- FOLDER`, where
 * FOLDER holds clones with work trees. Of each file that a commit changed, and of which the rule says that
 * no other file can tell, a checker that is kept warm says whether one can. Clones are checked out at other
 * commits. What is judged is kept in `FOLDER/surface.jsonl`: a run goes on where the last one stopped.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ImportGraph } from '../src/backend/imports/import-graph.ts';
import type { ImportLanguage } from '../src/backend/imports/imports.ts';
import { type ChangedSymbols, changedSymbolsOf, INSIDE } from '../src/engine/changes/changed-symbols.ts';
import type { ChangeSet } from '../src/engine/changes/rank.ts';
import { rankedSayers } from '../src/engine/changes/sayers.ts';
import { python } from '../src/languages/python/imports.ts';
import { ecmascript } from '../src/languages/typescript/imports/ecmascript.ts';
import { type AdmittedPath, type DiskStamp, diskStamp } from '../src/support/paths.ts';
import { commitsOf, type Edit, editsOf, git, lines } from './surface/history.ts';
import { PyrightTruth } from './surface/pyright-truth.ts';
import { TypescriptTruth } from './surface/typescript-truth.ts';
import type { Truth } from './surface/truth.ts';

interface Kind {
  readonly id: string;
  readonly language: ImportLanguage;
  readonly files: readonly string[];
  truth(folder: string): Truth;
}

const KINDS: readonly Kind[] = [
  {
    id: 'TypeScript',
    language: ecmascript,
    files: ['*.ts', '*.tsx', '*.mts', '*.cts'],
    truth: () => new TypescriptTruth(),
  },
  { id: 'Python', language: python, files: ['*.py'], truth: (folder) => new PyrightTruth(folder) },
];

/** `seen`: all that depends on the file is asked about. `alone`: nothing depends on it. */
type Outcome = 'seen' | 'alone' | 'not judged' | 'right' | 'false skip';

interface Row {
  readonly clone: string;
  readonly kind: string;
  readonly commit: string;
  readonly path: string;
  readonly outcome: Outcome;
  readonly differing?: readonly string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    commits: { type: 'string', default: '200' },
    dependents: { type: 'string', default: '20' },
    skips: { type: 'string', default: '1000' },
  },
});
const folder = resolve(positionals[0] ?? '.');
const record = join(folder, 'surface.jsonl');
const rows: Row[] = existsSync(record)
  ? lines(readFileSync(record, 'utf8')).map((line) => JSON.parse(line) as Row)
  : [];
const known = new Set(rows.map(({ clone, commit, path }) => `${clone} ${commit} ${path}`));

for (const clone of readdirSync(folder)) {
  if (!existsSync(join(folder, clone, '.git')) || (values.only ?? clone) !== clone) continue;
  for (const kind of KINDS) await judgeClone(clone, kind);
}
report();

async function judgeClone(clone: string, kind: Kind): Promise<void> {
  const root = join(folder, clone);
  const head = git(root, 'rev-parse', '--verify', '-q', 'origin/HEAD').trim();
  const commits = commitsOf(root, head, kind.files, Number(values.commits));
  if (commits.length === 0) return;
  const graph = new ImportGraph(root, kind.language);
  const truth = kind.truth(root);
  let judged = 0;
  for (const commit of commits) {
    if (judged >= Number(values.skips)) break;
    const edits = editsOf(root, commit, kind.files).filter(
      ({ path }) => !known.has(`${clone} ${commit} ${path}`),
    );
    const skipped = edits.filter((edit) => isSparing(kind, root, edit));
    for (const { path } of edits.filter((edit) => !skipped.includes(edit)))
      keep({ clone, kind: kind.id, commit, path, outcome: 'seen' });
    if (skipped.length === 0) continue;
    const moved = lines(git(root, 'diff', '--name-only', 'HEAD', `${commit}^`));
    git(root, 'checkout', '-q', '--force', '--detach', `${commit}^`);
    truth.moved(moved.map((path) => join(root, path)));
    await graph.update(filesOf(root, kind));
    for (const edit of skipped) {
      const { outcome, differing } = await judge(edit, root, graph, truth);
      if (outcome === 'right' || outcome === 'false skip') judged += 1;
      keep({
        clone,
        kind: kind.id,
        commit,
        path: edit.path,
        outcome,
        ...(differing.length > 0 && { differing: differing.slice(0, 5) }),
      });
    }
  }
  await truth.close();
}

function namesOf(root: string, { path, before, after }: Edit, language: ImportLanguage): ChangedSymbols {
  return changedSymbolsOf(join(root, path) as AdmittedPath, before, after, language);
}

/** Not all that depends on the file is asked about. */
function isSparing({ language }: Kind, root: string, edit: Edit): boolean {
  const names = namesOf(root, edit, language);
  return names === INSIDE || names.declared !== undefined;
}

async function judge(
  edit: Edit,
  root: string,
  graph: ImportGraph,
  truth: Truth,
): Promise<{ readonly outcome: Outcome; readonly differing: readonly string[] }> {
  const { path, before, after } = edit;
  const changed = join(root, path) as AdmittedPath;
  const names = namesOf(root, edit, graph.language);
  const isInside = names === INSIDE;
  const changeSet: ChangeSet = {
    changes: isInside ? new Map() : new Map([[changed, names]]),
    inside: new Set(isInside ? [changed] : []),
    unknown: new Set(),
    everything: false,
  };
  const ranked = await rankedSayers(graph, changeSet);
  const asked = new Set(ranked.flatMap((one) => (one.group === 'unreachable' ? [] : one.path)));
  const spared = [...graph.dependents([changed])].filter(([file]) => !asked.has(file));
  if (spared.length === 0) return { outcome: 'alone', differing: [] };
  const dependents = spared
    .sort(([, a], [, b]) => a - b)
    .map(([file]) => file)
    .slice(0, Number(values.dependents));
  const differing = await truth.judge({ path: changed, before, after, isInside, dependents });
  if (differing === undefined) return { outcome: 'not judged', differing: [] };
  return { outcome: differing.length > 0 ? 'false skip' : 'right', differing };
}

function filesOf(root: string, { files }: Kind): Map<AdmittedPath, DiskStamp> {
  const found = lines(git(root, 'ls-files', '--', ...files)).map((path) => join(root, path) as AdmittedPath);
  return new Map(
    found.flatMap((path) => {
      const stamp = diskStamp(path);
      return stamp === undefined ? [] : [[path, stamp] as const];
    }),
  );
}

function keep(row: Row): void {
  rows.push(row);
  appendFileSync(record, `${JSON.stringify(row)}\n`);
  if (row.outcome === 'false skip') print(JSON.stringify(row));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function report(): void {
  for (const [kind, own] of Map.groupBy(rows, (row) => `${row.clone}, ${row.kind}`)) {
    const count = (...outcomes: readonly Outcome[]): number =>
      own.filter(({ outcome }) => outcomes.includes(outcome)).length;
    print(
      `${kind}: ${own.length} edits, ${own.length - count('seen')} skipped ` +
        `(${count('alone')} of them have no dependents, ${count('not judged')} are not judged); ` +
        `${count('right', 'false skip')} judged, ${count('false skip')} false skips`,
    );
  }
  process.exitCode = rows.some(({ outcome }) => outcome === 'false skip') ? 1 : 0;
}
