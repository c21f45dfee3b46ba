import { parseArgs } from 'node:util';
import { chooseSubjects, idList, noSuchSubject, type Asked } from '../command.js';
import type { Subject } from './subject.js';

export interface Options {
  readonly kind: 'run';
  readonly subjects: readonly Subject[];
  readonly seed: number;
  /** For each subject; each is mended, too, so there are twice as many edits. */
  readonly mutations: number;
  /** Checks after proposals that are not written. */
  readonly rounds: number;
  /** How often the cost of origins is measured in each file. */
  readonly times: number;
  readonly only: number | undefined;
  /** Every subject that it runs is run as a whole: such results write docs/accuracy.md. */
  readonly complete: boolean;
  /** Results of earlier runs, oldest first: subjects that are not run now are taken from there. */
  readonly earlierFiles: readonly string[];
  readonly jsonFile: string | undefined;
}

const DEFAULT_SEED = 1;
const MUTATIONS = 24;
const QUICK_MUTATIONS = 5;
const ROUNDS = { usual: 40, quick: 10, long: 1000 } as const;
const TIMES = { usual: 8, quick: 2 } as const;

export function parseOptions(argv: readonly string[], subjects: readonly Subject[]): Asked<Options> {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        seed: { type: 'string' },
        mutations: { type: 'string' },
        case: { type: 'string' },
        quick: { type: 'boolean', default: false },
        long: { type: 'boolean', default: false },
        json: { type: 'string' },
        with: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }));
  } catch (error) {
    return { kind: 'invalid', message: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { kind: 'help' };
  for (const name of ['seed', 'mutations', 'case'] as const) {
    const value = values[name];
    const least = name === 'seed' ? 0 : 1;
    if (value !== undefined && !(/^\d{1,9}$/.test(value) && Number(value) >= least)) {
      return { kind: 'invalid', message: `--${name} ${value}: it takes a whole number from ${least} on` };
    }
  }
  const chosen = chooseSubjects(subjects, values.only);
  if (chosen.length === 0) return noSuchSubject(subjects, values.only);
  if (values.case !== undefined && chosen.length > 1) {
    return {
      kind: 'invalid',
      message: `--case ${values.case}: of which subject? Name it with --only. ${idList(chosen)}`,
    };
  }
  const seed = Number(values.seed ?? DEFAULT_SEED);
  const mutations = Number(values.mutations ?? (values.quick ? QUICK_MUTATIONS : MUTATIONS));
  const only = values.case === undefined ? undefined : Number(values.case);
  return {
    kind: 'run',
    subjects: chosen,
    seed,
    mutations,
    rounds: values.long ? ROUNDS.long : values.quick ? ROUNDS.quick : ROUNDS.usual,
    times: values.quick ? TIMES.quick : TIMES.usual,
    only,
    complete: mutations >= MUTATIONS && !values.quick && only === undefined,
    earlierFiles: values.with,
    jsonFile: values.json,
  };
}

export function helpText(subjects: readonly Subject[]): string {
  return `Usage: npm run accuracy -- [options]

Makes generated edits in real code and in a generated monorepo with the product's own tools, while a shell and git change
the disk between them, and holds what each result says about the edited file and all others against the compiler's own run
over the same tree. Code is fetched once, by npm, pip, go, cargo and Maven, and kept in .cache/bench. A subject whose
registry or compiler is missing is left out, with the reason. Exits with 1 if an error is missed, invented or not answered
in time, with 2 if a subject was left out or the run could not be made. Where a bound cuts the search for errors in
other files short, they are missed only if the search in the background does not find them either. In code that has errors
from the start, what each result says of their origins is held against the compiler's errors before and after each edit, and
so are proposals and the session's open errors. Every fix that is kept for an error is written and compiled. All subjects together, judged in one run or in several, write
docs/accuracy.md. Alone, a subject writes its own rows there: one of \`fixes\` always, one of edits
if all of it is right.

Options:
  --only TEXT    only subjects whose id contains TEXT; may be given more than once
  --seed N       another choice of edits and their order (${DEFAULT_SEED})
  --mutations N  so many for each subject, fewer for a monorepo, and as many mendings (${MUTATIONS})
  --case K       judge the K-th edit of one subject alone, after those before it
  --quick        ${QUICK_MUTATIONS} mutations for each subject: shows that it works
  --long         ${ROUNDS.long} checks after proposals that are not written, instead of ${ROUNDS.usual}
  --json FILE    every edit and what came of it as JSON
  --with FILE    with the results of an earlier run, which --json wrote, for subjects that are not run now; may be given
                 more than once
  -h, --help     this text

${idList(subjects)}
`;
}
