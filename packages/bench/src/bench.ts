import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chart } from './chart.js';
import { measurement } from './frame/measurement.js';
import { flag, type ValuesOf } from './frame/options.js';
import { thisMachine } from './frame/machine.js';
import { writePage } from './frame/page.js';
import { measurePlainEdit } from './measure/plain-edit.js';
import { locateBun, measureStartup } from './measure/startup.js';
import { measureSmall } from './measure/small.js';
import { exactly } from './measure/stage.js';
import { measureSubject } from './measure/subject.js';
import { REPOSITORY } from './places.js';
import { lackOf, versionsFor } from './programs.js';
import { BENCHMARKS, sections, summary, wrongLines } from './report.js';
import { byKind, type BenchRow } from './results.js';
import { BENCH_SUBJECTS } from './subjects/index.js';
import { SMALL_SUBJECTS } from './subjects/small.js';

/** The fast subjects, whose figures a hiccup shifts most, are measured more often. */
const FULL = {
  cold: { min: 12, max: 30, budgetMs: 40_000 },
  small: exactly(9),
  edits: exactly(30),
  batch: { min: 6, max: 16, budgetMs: 8000 },
  others: 12,
  startups: exactly(20),
  plainEdits: exactly(100),
};
const QUICK: typeof FULL = {
  cold: exactly(1),
  small: exactly(1),
  edits: exactly(10),
  batch: exactly(2),
  others: 8,
  startups: exactly(6),
  plainEdits: exactly(20),
};

const STARTUP = { id: 'startup' };
const PLAIN_EDIT = { id: 'plain-edit' };
const options = { quick: flag('fewer rounds: shows that it works, not how fast') };

export const bench = measurement({
  name: 'bench',
  says: `Measures the sidecar beside the least that a client can do with the same language server (the
    floor), in turn, on real code; its start, and an edit of a file without a server. Packages are
    fetched once, with npm, go and cargo, and kept in .cache/bench. A subject whose programs are
    missing is left out. With --large FOLDER, clones of large repositories are measured instead: --large
    FOLDER --help. Exits with 1 if a verdict is wrong.`,
  options,
  subjects: [STARTUP, PLAIN_EDIT, ...SMALL_SUBJECTS, ...BENCH_SUBJECTS],
  writes: [BENCHMARKS],
  lacks: (subject) => ('server' in subject ? lackOf(subject) : undefined),
  about: ({ quick }) => ({ ...thisMachine(), ...versionsFor(BENCH_SUBJECTS), rounds: quick ? 'few' : 'all' }),
  isPart: ({ quick }) => (quick ? '--quick says nothing' : undefined),
  async measure(subject, folder, { quick }: ValuesOf<typeof options>, { say, scratch }): Promise<BenchRow> {
    const effort = quick ? QUICK : FULL;
    const { id } = subject;
    if (id === STARTUP.id)
      return { id, ...(await measureStartup(scratch, locateBun(scratch), effort.startups)) };
    if (!('server' in subject)) return { id, ...(await measurePlainEdit(folder, effort.plainEdits)) };
    if ('files' in subject) return measureSmall(subject, folder, effort.small);
    const [load = 0] = loadavg();
    return { load, ...(await measureSubject(subject, folder, effort, (phase) => say(`${id}: ${phase}`))) };
  },
  isRight: (result) => !('verdicts' in result) || result.verdicts.ours.wrong.length === 0,
  lines: (result) => ('verdicts' in result ? wrongLines(result).join('\n') : ''),
  summary: (all) => summary(byKind(all)),
  write(all) {
    writePage(BENCHMARKS, sections(all.about, byKind(all)));
    writeFileSync(join(REPOSITORY, 'docs', 'benchmarks.svg'), chart(byKind(all)));
  },
});
