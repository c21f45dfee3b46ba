import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chart } from './chart.js';
import { scratchFolder } from './cleanup.js';
import { combine, readResult } from './combine.js';
import { perform } from './command.js';
import { measurePlainEdit } from './measure/plain-edit.js';
import { locateBun, measureStartup } from './measure/startup.js';
import { measureSubject } from './measure/subject.js';
import { helpText, parseOptions, type Options } from './options.js';
import { sort } from './programs.js';
import { markdown, summary } from './report.js';
import type { BenchResult, Machine, SubjectResult } from './results.js';
import { SUBJECTS } from './subjects/index.js';
import { wrongVerdicts } from './targets.js';

const ALL = SUBJECTS.map(({ id }) => id);
const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

process.exitCode = await perform(parseOptions(process.argv.slice(2), SUBJECTS), {
  name: 'bench',
  help: helpText(SUBJECTS),
  run: async (options) => {
    const earlier = options.earlierFiles.map(readResult);
    return report(options, combine(earlier, await run(options), ALL));
  },
});

async function run({ subjects: chosen, effort, isQuick }: Options): Promise<BenchResult> {
  const { subjects, leftOut, programs } = sort(chosen);
  const [load = 0] = loadavg();
  const scratch = scratchFolder();
  const bun = locateBun(scratch);
  const say = (what: string): void => console.error(what);
  for (const { id, reason } of leftOut) say(`${id}: left out: ${reason}`);
  say('startup');
  const startup = await measureStartup(scratch, bun, effort.startups);
  say('edit of a file without a server');
  const plainEdit = await measurePlainEdit(join(scratch, 'plain'), effort.plainEdits);
  const results: SubjectResult[] = [];
  for (const subject of subjects) {
    const tell = (phase: string): void => say(`${subject.id}: ${phase}`);
    results.push(await measureSubject(subject, join(scratch, subject.id), effort, tell));
  }
  return {
    machine: { ...describeMachine(bun, load), programs },
    effort: isQuick ? 'quick' : 'full',
    startup,
    plainEdit,
    subjects: results,
    leftOut,
  };
}

function describeMachine(bun: string, load: number): Omit<Machine, 'programs'> {
  return {
    cores: cpus().length,
    memory: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    bun: execFileSync(bun, ['--version'], { encoding: 'utf8' }).trim(),
    load,
  };
}

function report({ isQuick, jsonFile }: Options, result: BenchResult): number {
  console.log(summary(result));
  if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(result, undefined, 2)}\n`);
  if (!isQuick && result.subjects.length === ALL.length) {
    writeFileSync(join(DOCS, 'benchmarks.md'), markdown(result));
    writeFileSync(join(DOCS, 'benchmarks.svg'), chart(result));
  }
  return wrongVerdicts(result) === 0 ? 0 : 1;
}
