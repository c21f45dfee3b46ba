import { digits, factor, percent, verdict } from '../figures.js';
import { machineLine, thisMachine } from '../frame/machine.js';
import { measurement, type Results } from '../frame/measurement.js';
import { flag, Misuse, type Option } from '../frame/options.js';
import { table, writePage, type Page } from '../frame/page.js';
import { lackOf } from '../programs.js';
import { median } from '../stats.js';
import { measureLarge, type LargeEffort, type LargeResult } from './measure.js';
import { LARGE } from './subjects.js';

const FULL: LargeEffort = { edits: 24, questions: 30 };
const QUICK: LargeEffort = { edits: 4, questions: 2 };

/** What an edit may cost beyond its own file, ms, at the median. */
const MORE_MS = 100;
/** Of searches. */
const COMPLETE = 0.8;
/** Times the bare server. */
const QUESTION = 1.2;
/** Times a warm edit. */
const SECOND = 1.3;

const PAGE: Page = {
  file: 'large.md',
  sections: ['edits', 'questions', 'sessions'],
  states: [
    `at most ${MORE_MS} ms more`,
    `at least ${COMPLETE * 100} %`,
    `${QUESTION} times the bare server`,
    `${SECOND} times a warm edit`,
  ],
};

const folder: Option<string> = {
  takes: 'FOLDER',
  says: `the folder that has the clones: ${LARGE.map(({ repository }) => repository).join(', ')}`,
  read(given, name) {
    const path = given.at(-1);
    if (path === undefined || path === '') throw new Misuse(`--${name} takes the folder that has the clones`);
    return path;
  },
};

export const large = measurement({
  name: 'bench',
  says: `Measures large repositories: edits with other files beside the edited file alone (what the last
    commit of each file made of it), questions about a name of many uses beside the bare server, and
    the first verdict of a second session. The clones are edited in place, and put back. Exits with 1
    where a bound of docs/large.md is not kept.`,
  options: { large: folder, quick: flag('fewer rounds: shows that it works, not how fast') },
  subjects: LARGE,
  writes: [PAGE],
  lacks: (subject) => lackOf(subject),
  about: ({ quick }) => ({ ...thisMachine(), rounds: quick ? 'few' : 'all' }),
  isPart: ({ quick }) => (quick ? '--quick says nothing' : undefined),
  measure: (subject, _, values, { say }) =>
    measureLarge(subject, values.large, values.quick ? QUICK : FULL, say),
  lines: largeLines,
  isRight: (result) => boundsOf(result).every(({ holds }) => holds),
  writeRows: writeLarge,
  write: writeLarge,
});

interface Bound {
  readonly text: string;
  readonly holds: boolean;
}

const ms = (value: number): string => `${digits(value, 100)} ms`;

/** Medians of a result's edits, and how many searches were whole. */
function figuresOf({ edits }: Pick<LargeResult, 'edits'>): {
  readonly alone: number;
  readonly others: number;
  readonly complete: number;
} {
  return {
    alone: median(edits.map(({ alone }) => alone)),
    others: median(edits.map(({ others }) => others)),
    complete: edits.filter(({ complete }) => complete).length / edits.length,
  };
}

export function boundsOf(result: LargeResult): Bound[] {
  const { alone, others, complete } = figuresOf(result);
  const { first, second, warm } = result.sessions;
  return [
    {
      text: `an edit ${ms(alone)}, with other files ${ms(others)} (at most ${MORE_MS} ms more)`,
      holds: others - alone <= MORE_MS,
    },
    {
      text: `searches complete within the bound: ${percent(complete)} (at least ${percent(COMPLETE)})`,
      holds: complete >= COMPLETE,
    },
    ...result.questions.map(({ tool, name, results, comparison }) => ({
      text:
        `${tool} ${name}: ${results.ours} results in ${ms(comparison.ours)}, ${results.floor} of the bare ` +
        `server in ${ms(comparison.floor)}: ${factor(comparison.ratio)} (at most ${QUESTION})`,
      holds: results.ours > 0 && comparison.ratio <= QUESTION,
    })),
    {
      text:
        `first verdict ${ms(first)}, of a second session ${ms(second)}, ` +
        `a warm edit ${ms(warm)} (at most ${SECOND} times)`,
      holds: second <= SECOND * warm,
    },
  ];
}

export function largeLines(result: LargeResult): string {
  const { id, commit, files } = result;
  return [
    `${id} ${commit}, ${files} files`,
    ...boundsOf(result).map(({ text, holds }) => `  ${verdict(holds)}  ${text}`),
  ].join('\n');
}

function writeLarge({ about, results }: Results<LargeResult>): void {
  const ids = new Set(results.map(({ repository }) => repository));
  const isOwn = (row: string): boolean => [...ids].some((repository) => row.includes(`| ${repository} `));
  writePage(PAGE, largeSections(about, results), isOwn);
}

/** Of docs/large.md. */
export function largeSections(
  about: Results<LargeResult>['about'],
  results: readonly LargeResult[],
): Record<string, string> {
  return {
    edits: `${table(
      'repository | commit | server | files: | an edit: | with other files: | more: | complete:',
      results.map((result) => {
        const { alone, others, complete } = figuresOf(result);
        return [
          ...[result.repository, result.commit, result.server, result.files],
          ...[ms(alone), ms(others), `**${ms(others - alone)}**`, percent(complete)],
        ];
      }),
    )}\n\n${machineLine(about)}.`,
    questions: table(
      'repository | tool | name | results: | of the bare server: | ours: | the bare server: | ratio:',
      results.flatMap(({ repository, questions }) =>
        questions.map(({ tool, name, results: found, comparison: { ours, floor, ratio } }) => [
          ...[repository, tool, name, found.ours, found.floor],
          ...[ms(ours), ms(floor), `**${factor(ratio)}**`],
        ]),
      ),
    ),
    sessions: table(
      'repository | first verdict: | of a second session: | a warm edit: | ratio:',
      results.map(({ repository, sessions: { first, second, warm } }) => [
        ...[repository, ms(first), ms(second), ms(warm), `**${factor(second / warm)}**`],
      ]),
    ),
  };
}
