import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../cleanup.js';
import { idList, type Measured, parseMeasured, perform } from '../command.js';
import { REPOSITORY } from '../places.js';
import { sort } from '../programs.js';
import { SUBJECTS } from '../subjects/index.js';
import type { Subject } from '../subjects/subject.js';
import { CHECKER_OF } from './bare.js';
import { measureProject, type Effort, type SubjectResult } from './measure.js';
import { isWithin, lines, page } from './page.js';

const FULL: Effort = {
  cold: { min: 3, max: 9, budgetMs: 20_000 },
  warm: { min: 5, max: 25, budgetMs: 30_000 },
};
const QUICK: Effort = { cold: { min: 1, max: 1, budgetMs: 0 }, warm: { min: 1, max: 1, budgetMs: 0 } };

/** Those with a compiler that judges whole projects; of TypeScript's the large one. */
const JUDGED = SUBJECTS.filter(
  ({ id, server }) =>
    CHECKER_OF[server] !== undefined && (CHECKER_OF[server] !== 'tsc' || id.startsWith('effect')),
);

process.exitCode = await perform(parseMeasured(process.argv.slice(2), JUDGED), {
  name: 'bench:project',
  help: `Usage: npm run bench:project -- [--only TEXT]... [--quick] [--json FILE] [--with FILE]...

Measures checks of whole projects beside the bare runs of their compilers. Exits with 1 if a check costs too much, with 2 if the run could not be made. All
subjects together, measured in one run or in several (--json writes the figures, --with takes those of an earlier run), write docs/project-check.md.

${idList(JUDGED)}`,
  run,
});

async function run({
  subjects: chosen,
  isQuick,
  earlierFiles,
  jsonFile,
}: Measured<Subject>): Promise<number> {
  const results = new Map(earlierFiles.flatMap(read).map((result) => [result.id, result]));
  const { subjects, leftOut } = sort(chosen);
  for (const { id, reason } of leftOut) console.error(`${id}: left out: ${reason}`);
  const scratch = scratchFolder();
  for (const subject of subjects) {
    const result = await measureProject(subject, join(scratch, subject.id), isQuick ? QUICK : FULL);
    console.log(lines(result));
    results.set(subject.id, result);
  }
  const all = JUDGED.flatMap(({ id }) => results.get(id) ?? []);
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(all, undefined, 2)}\n`);
  if (!isQuick && all.length === JUDGED.length)
    writeFileSync(join(REPOSITORY, 'docs', 'project-check.md'), page(all));
  return all.every(isWithin) ? 0 : 1;
}

function read(file: string): SubjectResult[] {
  return JSON.parse(readFileSync(file, 'utf8')) as SubjectResult[];
}
