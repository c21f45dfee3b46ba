import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { perform } from '../command.js';
import { percent } from '../growth/growth.js';
import { REPOSITORY } from '../places.js';
import { mib } from '../targets.js';
import { assemble, begin, drive } from './drive.js';
import { EDITS } from './mixes.js';
import { parseSoak, type SoakOptions } from './options.js';
import { Progress } from './progress.js';
import { slopeText, soakChart } from './soak-chart.js';
import { coursesOf, growth, LIMIT, type Sample } from './soak.js';
import { onStage, type Stage } from './stage.js';
import type { Tally } from './tally.js';
import { usageOf } from './usage.js';
import { SHARED } from './world.js';

const AGENTS = 8;
/** Of each language: more than a server holds open. */
const PARTS = SHARED + 12 * AGENTS;
const SAMPLES = 100;
/** After that a run has failed: it is slower than anything that it could say. */
const LONGEST_MS = 12 * 60_000;

process.exitCode = await perform(parseSoak(process.argv.slice(2)), {
  name: 'soak',
  help: `Usage: npm run soak -- [--edits N] [--seed N]

So many edits over one sidecar and real language servers, without a pause, and how large the processes become. Exits with 1 if an answer is wrong, late or lost,
if the sidecar grows by more than ${percent(LIMIT)} once it is warm, or if a process is left over; with 2 if the run could not be made, or takes
longer than ${LONGEST_MS / 60_000} minutes. A complete run (10,000 edits) writes docs/soak.svg.`,
  run,
});

async function run(options: SoakOptions): Promise<number> {
  const { value, left } = await onStage(PARTS, 1, (stage) => soak(stage, options));
  const { samples, tally, minutes } = value;
  const courses = coursesOf(samples);
  for (const course of courses)
    console.log(
      `${course.title}: ${mib(course.from)} to ${mib(course.to)}, ${percent(growth(course))}; ${slopeText(course)}`,
    );
  const isSteady = courses.every((course) => course.title !== 'sidecar' || growth(course) < LIMIT);
  const edits = samples.at(-1)?.edits ?? 0;
  console.log(`${isSteady ? 'PASS' : 'FAIL'}  the sidecar may grow by ${percent(LIMIT)}`);
  console.log(
    `${tally.faults() === 0 ? 'PASS' : 'FAIL'}  ${tally.faults()} faults in ${tally.count} calls, ${tally.timedOut()} timed out, ${minutes.toFixed(1)} minutes`,
  );
  console.log(`${left.length === 0 ? 'PASS' : 'FAIL'}  ${left.length} processes left over`);
  for (const line of [...tally.quotes, ...left]) console.log(line);
  if (options.isComplete)
    writeFileSync(
      join(REPOSITORY, 'docs', 'soak.svg'),
      soakChart(courses, { edits, minutes, faults: tally.faults() }),
    );
  return isSteady && tally.faults() === 0 && left.length === 0 ? 0 : 1;
}

async function soak(
  { world, services }: Stage,
  { edits: wanted, seed }: SoakOptions,
): Promise<{ readonly samples: Sample[]; readonly tally: Tally; readonly minutes: number }> {
  const progress = new Progress();
  const started = performance.now();
  const agents = assemble({ world, services, agents: AGENTS, seed, mix: EDITS });
  const all = await begin(agents);
  progress.say(`${all.count} files shown`);
  const samples: Sample[] = [{ edits: 0, ...(await usageOf(services[0])) }];
  const every = Math.max(1, Math.ceil(wanted / SAMPLES));
  let [at, edits] = [0, 0];
  // Everybody waits while it is looked, so that every sample is between two edits.
  while (at < wanted) {
    if (performance.now() - started > LONGEST_MS)
      throw new Error(`${edits} edits after ${LONGEST_MS / 60_000} minutes`);
    at += every;
    const stretch = await drive(agents, { thinkMs: 0, seed, goesOn: (done) => edits + done < at });
    edits += stretch.edits;
    all.join(stretch.tally);
    progress.tell(`${edits} of ${wanted} edits`, all);
    samples.push({ edits, ...(await usageOf(services[0])) });
  }
  progress.say(`${edits} edits`);
  return { samples, tally: all, minutes: (performance.now() - started) / 60_000 };
}
