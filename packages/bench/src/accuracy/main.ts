import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../cleanup.js';
import { perform } from '../command.js';
import { REPOSITORY } from '../places.js';
import { readSection, writeSection } from '../section.js';
import { combine, readResult } from './combine.js';
import { judgeSubject } from './judge-subject.js';
import { judgeFixes } from './fixes/judge-fixes.js';
import { fixesSection } from './fixes/page.js';
import { isFlawed as hasWrongFixes, type FixesResult } from './fixes/results.js';
import { helpText, parseOptions, type Options } from './options.js';
import { judgeOrigins } from './origins/judge-origins.js';
import { isFlawed as hasFlaws, type OriginsResult } from './origins/results.js';
import { startService } from './origins/service.js';
import { FIXES, markdown, summary } from './report.js';
import { isFlawed, type SubjectResult } from './results.js';
import { SUBJECTS } from './subjects.js';
import { upsert } from './upsert.js';

process.exitCode = await perform(parseOptions(process.argv.slice(2), SUBJECTS), {
  name: 'accuracy',
  help: helpText(SUBJECTS),
  run,
});

async function run({ subjects, complete, earlierFiles, jsonFile, ...effort }: Options): Promise<number> {
  const scratch = scratchFolder();
  const { seed, mutations } = effort;
  const earlier = earlierFiles.map(readResult);
  const results: SubjectResult[] = [];
  const origins: OriginsResult[] = [];
  const fixes: FixesResult[] = [];
  const leftOut: string[] = [];
  for (const subject of subjects) {
    const tell = (line: string): void => console.error(line);
    try {
      const folder = join(scratch, subject.id);
      const start = (workspace: string): ReturnType<typeof startService> =>
        startService(workspace, subject.servers);
      if (subject.judges === 'fixes') fixes.push(await judgeFixes(subject, folder, effort, start, tell));
      else if (subject.judges === 'origins')
        origins.push(await judgeOrigins(subject, folder, effort, start, tell));
      else results.push(await judgeSubject(subject, folder, effort, tell));
    } catch (error) {
      // No registry in reach, or no compiler: the other subjects can be judged all the same.
      leftOut.push(`${subject.id} is left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const result = combine(
    earlier,
    { seed, mutations, subjects: results, origins, fixes },
    SUBJECTS.map(({ id }) => id),
  );
  console.log([summary(result), ...leftOut].join('\n').trim());
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(result, undefined, 2)}\n`);
  const isWhole = result.subjects.length + result.origins.length + result.fixes.length === SUBJECTS.length;
  const page = join(REPOSITORY, 'docs', 'accuracy.md');
  if (complete && isWhole) writeFileSync(page, markdown(result));
  else if (complete) {
    if (fixes.length > 0) writeSection(page, FIXES, fixesSection(result.fixes, readSection(page, FIXES)));
    const right = result.subjects.filter(({ cases }) => !cases.some(isFlawed));
    if (right.length > 0)
      writeFileSync(
        page,
        upsert(
          readFileSync(page, 'utf8'),
          markdown({ ...result, subjects: right, origins: [], fixes: [] }),
          right,
        ),
      );
  }
  if (leftOut.length > 0) return 2;
  return results.some(({ cases }) => cases.some(isFlawed)) ||
    origins.some(hasFlaws) ||
    fixes.some(hasWrongFixes)
    ? 1
    : 0;
}
