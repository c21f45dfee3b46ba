import { idList, parseMeasured, type Asked, type Measured } from './command.js';
import type { Rounds } from './measure/stage.js';
import type { Effort } from './measure/subject.js';
import type { Subject } from './subjects/subject.js';

export interface Options extends Measured<Subject> {
  readonly effort: Effort & { readonly startups: Rounds; readonly plainEdits: Rounds };
}

const exactly = (count: number): Rounds => ({ min: count, max: count, budgetMs: 0 });

/** The fast subjects, whose figures a hiccup shifts most, are measured more often. */
const FULL: Options['effort'] = {
  cold: { min: 12, max: 30, budgetMs: 40_000 },
  edits: exactly(30),
  batch: { min: 6, max: 16, budgetMs: 8000 },
  others: 12,
  startups: exactly(20),
  plainEdits: exactly(100),
};
const QUICK: Options['effort'] = {
  cold: exactly(1),
  edits: exactly(10),
  batch: exactly(2),
  others: 8,
  startups: exactly(6),
  plainEdits: exactly(20),
};

export function parseOptions(argv: readonly string[], subjects: readonly Subject[]): Asked<Options> {
  const asked = parseMeasured(argv, subjects);
  return asked.kind === 'run' ? { ...asked, effort: asked.isQuick ? QUICK : FULL } : asked;
}

export function helpText(subjects: readonly Subject[]): string {
  return `Usage: npm run bench -- [options]

Measures the sidecar beside the least that a client can do with the same language server (the floor), in turn, on real
code. Packages are fetched once, with npm, go and cargo, and kept in .cache/bench. A subject whose programs are missing
is left out. Exits with 1 if a verdict is wrong, with 2 if the run could not be made. All subjects together, measured in
one run or in several, write docs/benchmarks.md and docs/benchmarks.svg.

Options:
  --only TEXT   only subjects whose id contains TEXT; may be given more than once
  --quick       fewer rounds: shows that it works, not how fast
  --json FILE   all figures as JSON
  --with FILE   with the figures of an earlier run, which --json wrote on this machine, for what is not measured now; may
                be given more than once
  -h, --help    this text

${idList(subjects)}
`;
}
