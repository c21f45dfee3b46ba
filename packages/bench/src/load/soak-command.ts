import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { growthText, mib, verdict } from '../figures.js';
import { command, type Desk } from '../frame/command.js';
import { flag, Misuse, whole } from '../frame/options.js';
import { table, writePage, type Page } from '../frame/page.js';
import { REPOSITORY } from '../places.js';
import { assemble, begin, drive } from './drive.js';
import { EDITS } from './mixes.js';
import { slopeText, soakChart } from './soak-chart.js';
import { coursesOf, growth, GROWTH_LIMIT, type Course, type Sample } from './soak.js';
import { onStage, type LoadStage } from './stage.js';
import type { Tally } from './tally.js';
import { processUsageOf } from './usage.js';
import { SHARED } from './world.js';

const AGENTS = 8;
/** Of each language: more than a server holds open. */
const PARTS = SHARED + 12 * AGENTS;
const SAMPLES = 100;
/** After that a run has failed: it is slower than anything that it could say. */
const LONGEST_MS = 12 * 60_000;
const USUAL = 10_000;

const PAGE: Page = {
  file: 'memory.md',
  sections: ['growth'],
  states: [`The sidecar may grow by ${GROWTH_LIMIT * 100} %`],
};

export const soak = command({
  name: 'soak',
  says: `So many edits over one sidecar and real language servers, without a pause, and how large the
    processes become. Exits with 1 if an answer is wrong, late or lost, if the sidecar grows by more
    than ${growthText(GROWTH_LIMIT)} once it is warm, or if a process is left over; with 2 if it takes
    longer than ${LONGEST_MS / 60_000} minutes.`,
  options: {
    edits: whole('so many edits', USUAL),
    seed: whole('another choice', 1),
    record: flag('writes docs/soak.svg and a part of docs/memory.md'),
  },
  writes: [PAGE],
  async run({ edits: wanted, seed, record }, desk) {
    if (record && wanted < USUAL) throw new Misuse(`--record takes ${USUAL} edits`);
    const { value, left } = await onStage(PARTS, 1, desk, (stage) => work(stage, wanted, seed, desk));
    const { samples, tally, minutes } = value;
    const courses = coursesOf(samples);
    const isSteady = courses.every((course) => course.title !== 'sidecar' || growth(course) < GROWTH_LIMIT);
    const claims = [
      [isSteady, `the sidecar may grow by ${growthText(GROWTH_LIMIT)}`],
      [
        tally.faults() === 0,
        `${tally.faults()} faults in ${tally.count} calls, ${tally.timedOut()} timed out, ` +
          `${minutes.toFixed(1)} minutes`,
      ],
      [left.length === 0, `${left.length} processes left over`],
    ] as const;
    const lines = claims.map(([holds, what]) => `${verdict(holds)}  ${what}`);
    console.log([coursesTable(courses), ...lines, ...tally.quotes, ...left].join('\n'));
    if (record) {
      const caption = { edits: samples.at(-1)?.edits ?? 0, minutes, faults: tally.faults() };
      writeFileSync(join(REPOSITORY, 'docs', 'soak.svg'), soakChart(courses, caption));
      writePage(PAGE, { growth: coursesTable(courses) });
    }
    return claims.every(([holds]) => holds) ? 0 : 1;
  },
});

function coursesTable(courses: readonly Course[]): string {
  return table(
    ' | after a fifth of the edits: | at the end: | grown by: | slope:',
    courses.map((course) => [
      course.title,
      mib(course.from),
      mib(course.to),
      course.title === 'sidecar' ? `**${growthText(growth(course))}**` : growthText(growth(course)),
      slopeText(course),
    ]),
  );
}

async function work(
  { world, services }: LoadStage,
  wanted: number,
  seed: number,
  desk: Desk,
): Promise<{ readonly samples: Sample[]; readonly tally: Tally; readonly minutes: number }> {
  const started = performance.now();
  const agents = assemble({ world, services, agents: AGENTS, seed, mix: EDITS });
  const all = await begin(agents);
  desk.say(`${all.count} files shown`);
  const samples: Sample[] = [{ edits: 0, ...(await processUsageOf(services[0])) }];
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
    desk.tell(all.line(`${edits} of ${wanted} edits`));
    samples.push({ edits, ...(await processUsageOf(services[0])) });
  }
  return { samples, tally: all, minutes: (performance.now() - started) / 60_000 };
}
