import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../cleanup.js';
import { attempt, chooseSubjects, idList, noSuchSubject, perform, type Asked } from '../command.js';
import { REPOSITORY } from '../places.js';
import { sort } from '../programs.js';
import { SUBJECTS } from '../subjects/index.js';
import type { Subject } from '../subjects/subject.js';
import { measureNavigation, type Effort, type SubjectResult } from './measure.js';
import { isWithin, lines, page } from './page.js';

const FULL: Effort = {
  sessions: 3,
  warmUp: { min: 3, max: 100, budgetMs: 1500 },
  measured: { min: 30, max: 30, budgetMs: 0 },
};
const QUICK: Effort = {
  sessions: 1,
  warmUp: { min: 1, max: 1, budgetMs: 0 },
  measured: { min: 5, max: 5, budgetMs: 0 },
};

/** Those whose server answers questions. */
const ASKED = SUBJECTS.filter(
  ({ server, hub }) => server !== 'cargo' && server !== 'eslint' && hub !== undefined,
);

interface Options {
  readonly kind: 'run';
  readonly subjects: readonly Subject[];
  readonly effort: Effort;
}

process.exitCode = await perform(parseOptions(process.argv.slice(2)), {
  name: 'bench:navigation',
  help: `Usage: npm run bench:navigation -- [--only TEXT]... [--quick]

Measures navigation tools beside the bare requests of the same servers, warm, and the first call of all. Exits with 1 if a call costs too much or the
first one is not complete, with 2 if the run could not be made. A complete run writes docs/navigation.md.

${idList(ASKED)}`,
  run,
});

function parseOptions(args: readonly string[]): Asked<Options> {
  return attempt(() => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        quick: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const subjects = chooseSubjects(ASKED, values.only);
    return subjects.length === 0
      ? noSuchSubject(ASKED, values.only)
      : { kind: 'run', subjects, effort: values.quick ? QUICK : FULL };
  });
}

async function run({ subjects: chosen, effort }: Options): Promise<number> {
  const { subjects, leftOut } = sort(chosen);
  for (const { id, reason } of leftOut) console.error(`${id}: left out: ${reason}`);
  const scratch = scratchFolder();
  const results: SubjectResult[] = [];
  for (const subject of subjects) {
    const result = await measureNavigation(subject, join(scratch, subject.id), effort);
    console.log(lines(result));
    results.push(result);
  }
  if (effort === FULL && subjects.length === ASKED.length)
    writeFileSync(join(REPOSITORY, 'docs', 'navigation.md'), page(results));
  return results.every(isWithin) ? 0 : 1;
}
