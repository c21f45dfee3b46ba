import { FAULTS, type Fault, type FaultOutcome, whyNot } from '../../../e2e/support/killed/rename-faults.js';
import { measurement, type Results } from '../frame/measurement.js';
import { whole, type Named, type ValuesOf } from '../frame/options.js';
import { writePage, type Page } from '../frame/page.js';
import { lackOf } from '../programs.js';
import { faultsTable, isHalfDone, runFaults } from './faults.js';
import { areMovedWrong, judgeMoves, movesTable, type MoveCase } from './moves.js';
import { areRenamedWrong, judgeRenames, renamesTable, type RenamesResult } from './renames.js';
import { RefactoringStage, type OfProject } from './stage.js';
import { REFACTORED, type RefactoredSubject } from './subjects.js';
import { areChangedWrong, judgeSymbols, symbolsTable, type SymbolCase } from './symbols.js';
import { isSlow, measureTimes, TIMED, timesTable, type TimedTree, type TimesResult } from './times.js';

const PAGE: Page = { file: 'refactorings.md', sections: ['figures'] };

const options = {
  renames: whole('so many renames of each project, and faults of each kind, and timed renames', 30),
  captures: whole('so many new names that would mean something else', 20),
  moves: whole('so many moves', 10),
  symbols: whole('so many definitions', 20),
  seed: whole('another choice', 1),
};

type Task = Named &
  (
    | { readonly part: 'renames' | 'moves' | 'symbols'; readonly project: RefactoredSubject }
    | { readonly part: 'times'; readonly tree: TimedTree }
    | { readonly part: 'faults'; readonly fault: Fault }
  );

type PartResult = Named &
  (
    | ({ readonly part: 'renames' } & OfProject<RenamesResult>)
    | ({ readonly part: 'moves' } & OfProject<readonly MoveCase[]>)
    | ({ readonly part: 'symbols' } & OfProject<readonly SymbolCase[]>)
    | { readonly part: 'times'; readonly result: TimesResult }
    | { readonly part: 'faults'; readonly result: readonly FaultOutcome[] }
  );

const TASKS: readonly Task[] = [
  ...(['renames', 'moves', 'symbols'] as const).flatMap((part) =>
    REFACTORED.map((project): Task => ({ id: `${part}/${project.id}`, part, project })),
  ),
  ...TIMED.map((tree): Task => ({ id: `times/${tree.kind}-${tree.files}`, part: 'times', tree })),
  ...FAULTS.map((fault): Task => ({
    id: `faults/${fault.replaceAll(/,? /g, '-')}`,
    part: 'faults',
    fault,
  })),
];

export const refactorings = measurement({
  name: 'refactorings',
  says: `Runs the refactorings on what they are for, and judges what came of it. renames: random symbols
    of real projects, renamed, compiled, and renamed back; and new names that would mean something
    else. moves: random files of them, moved, compiled, and moved back. symbols: copies of random
    definitions, inserted, compiled, and deleted; and definitions replaced by themselves with another
    comment. times: a rename in 5 files, and in 100, beside the bare request of the same server.
    faults: a rename of 25 files whose host, sidecar or server is killed, whose disk is full, whose
    files cannot be written or change. Exits with 1 if something is wrong.`,
  options,
  called: 'tasks',
  subjects: TASKS,
  writes: [PAGE],
  lacks(task) {
    if (task.part === 'times') return lackOf({ server: task.tree.kind });
    return task.part === 'faults' ? whyNot(task.fault) : undefined;
  },
  about: ({ seed }) => ({ seed }),
  async measure(task, folder, values: ValuesOf<typeof options>, { say }): Promise<PartResult> {
    const { id, part } = task;
    const { renames, seed } = values;
    if (part === 'times') return { id, part, result: await measureTimes(task.tree, folder, renames) };
    if (part === 'faults') return { id, part, result: await runFaults(task.fault, renames, seed, say) };
    const { language, title } = task.project;
    const stage = await RefactoringStage.open(task.project, folder);
    const about = { id, language, title };
    try {
      switch (part) {
        case 'renames':
          return { ...about, part, result: await judgeRenames(stage, values, say) };
        case 'moves':
          return { ...about, part, result: await judgeMoves(stage, values, say) };
        case 'symbols':
          return { ...about, part, result: await judgeSymbols(stage, values, say) };
      }
    } finally {
      await stage.close();
    }
  },
  isRight(one) {
    switch (one.part) {
      case 'renames':
        return !areRenamedWrong(one.result);
      case 'moves':
        return !areMovedWrong(one.result);
      case 'symbols':
        return !areChangedWrong(one.result);
      case 'times':
        return !isSlow(one.result);
      case 'faults':
        return !one.result.some(isHalfDone);
    }
  },
  summary: ({ results }) => tablesOf(results),
  write: ({ results }) => writePage(PAGE, { figures: tablesOf(results) }),
  writeRows: ({ results }: Results<PartResult>) =>
    writePage(PAGE, { figures: tablesOf(results) }, (row) =>
      results.some((one) => {
        if (one.part === 'times')
          return row.startsWith(`| ${one.result.title} | ${one.result.files} files |`);
        if (one.part === 'faults') return row.startsWith(`| ${one.result[0]?.fault ?? ''} |`);
        return row.startsWith(`| ${one.language} | ${one.title} |`);
      }),
    ),
});

/** Those that have rows. */
function tablesOf(results: readonly PartResult[]): string {
  return [
    renamesTable(results.flatMap((one) => (one.part === 'renames' ? [one] : []))),
    movesTable(results.flatMap((one) => (one.part === 'moves' ? [one] : []))),
    symbolsTable(results.flatMap((one) => (one.part === 'symbols' ? [one] : []))),
    timesTable(results.flatMap((one) => (one.part === 'times' ? [one.result] : []))),
    faultsTable(results.flatMap((one) => (one.part === 'faults' ? [one.result] : []))),
  ]
    .filter((text) => text.split('\n').length > 2)
    .join('\n\n');
}
