import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../cleanup.js';
import { perform } from '../command.js';
import { REPOSITORY } from '../places.js';
import { judgeSubject } from './judge-subject.js';
import { helpText, parseOptions, type Options } from './options.js';
import { markdown, summary } from './report.js';
import { isFlawed, type SubjectResult } from './results.js';
import { SUBJECTS } from './subjects.js';

process.exitCode = await perform(parseOptions(process.argv.slice(2), SUBJECTS), { name: 'accuracy', help: helpText(SUBJECTS), run });

async function run({ subjects, seed, mutations, only, complete, jsonFile }: Options): Promise<number> {
  const scratch = scratchFolder();
  const results: SubjectResult[] = [];
  for (const subject of subjects) {
    const tell = (line: string): void => console.error(line);
    results.push(await judgeSubject(subject, join(scratch, subject.id), { seed, mutations, only }, tell));
  }
  const result = { seed, subjects: results };
  console.log(summary(result, mutations));
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(result, undefined, 2)}\n`);
  if (complete) writeFileSync(join(REPOSITORY, 'docs', 'accuracy.md'), markdown(result, mutations));
  return results.some(({ cases }) => cases.some(isFlawed)) ? 1 : 0;
}
