import { measurement, type Results } from '../frame/measurement.js';
import { flag, whole, type ValuesOf } from '../frame/options.js';
import { writePage } from '../frame/page.js';
import { judgeFixes } from './fixes/judge-fixes.js';
import { hasWrongFix } from './fixes/results.js';
import { judgeSubject } from './judge-subject.js';
import { judgeOrigins } from './origins/judge-origins.js';
import { hasWrongOrigin } from './origins/results.js';
import { startService } from './origins/service.js';
import { ACCURACY, accuracySections, flawsOf, resultSummary, rowUpdates } from './report.js';
import { byJudge, isFlawed, type AccuracyRow } from './results.js';
import { SUBJECTS } from './subjects.js';

const MUTATIONS = 24;
const QUICK_MUTATIONS = 5;

const options = {
  seed: whole('another choice of edits and their order', 1, 0),
  mutations: whole(
    `so many for each subject, fewer for a monorepo, and as many mendings (${MUTATIONS})`,
    undefined,
  ),
  case: whole('judges the N-th edit of one subject alone, after those before it', undefined),
  quick: flag(`${QUICK_MUTATIONS} mutations for each subject: shows that it works`),
  long: flag('1000 checks after proposals that are not written, instead of 40'),
};

const isRight = (row: AccuracyRow): boolean => {
  switch (row.judges) {
    case 'fixes':
      return !hasWrongFix(row);
    case 'origins':
      return !hasWrongOrigin(row);
    case 'edits':
      return !row.cases.some(isFlawed);
  }
};

const mutationsOf = ({ mutations, quick }: ValuesOf<typeof options>): number =>
  mutations ?? (quick ? QUICK_MUTATIONS : MUTATIONS);

export const accuracy = measurement({
  name: 'accuracy',
  says: `Makes generated edits in real code and in a generated monorepo with the product's own tools, while
    a shell and git change the disk between them, and holds what each result says about the edited
    file and all others against the compiler's own run over the same tree. Code is fetched once, by
    npm, pip, go, cargo and Maven, and kept in .cache/bench. Where a bound cuts the search for errors
    in other files short, they are missed only if the search in the background does not find them
    either. In code that has errors from the start, what each result says of their origins is held
    against the compiler's errors before and after each edit, and so are proposals and the session's
    open errors. Every fix that is kept for an error is written and compiled. Exits with 1 if an
    error is missed, invented or not answered in time. With --record, subjects that are judged alone
    write their own rows: of edits and origins if all of it is right.`,
  options,
  subjects: SUBJECTS,
  writes: [ACCURACY],
  about: (values) => ({ seed: values.seed, mutations: mutationsOf(values) }),
  isPart(values) {
    if (values.case !== undefined) return '--case judges a part';
    return mutationsOf(values) < MUTATIONS ? `it takes ${MUTATIONS} mutations` : undefined;
  },
  misuse: (values, only) =>
    values.case !== undefined && only.length > 1
      ? `--case ${values.case}: of which subject? Name it with --only`
      : undefined,
  async measure(subject, folder, values, { say }): Promise<AccuracyRow> {
    const { seed, case: only, quick, long } = values;
    const effort = { seed, only, mutations: mutationsOf(values) };
    const start = (workspace: string): ReturnType<typeof startService> =>
      startService(workspace, subject.servers);
    if (subject.judges === 'fixes') return judgeFixes(subject, folder, effort, start, say);
    if (subject.judges === undefined) return judgeSubject(subject, folder, effort, say);
    const rounds = long ? 1000 : quick ? 10 : 40;
    return judgeOrigins(subject, folder, { ...effort, rounds, times: quick ? 2 : 8 }, start, say);
  },
  isRight,
  lines: (row, all) => [...resultSummary(row), ...flawsOf(row, all.about)].join('\n'),
  write: (all) => writePage(ACCURACY, accuracySections(byJudge(all), all.about)),
  writeRows(all: Results<AccuracyRow>) {
    const rows = all.results.filter((row) => row.judges === 'fixes' || isRight(row));
    for (const { sections, isOwn } of rowUpdates(rows, all.about)) writePage(ACCURACY, sections, isOwn);
  },
});
