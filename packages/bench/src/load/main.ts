import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { perform } from '../command.js';
import { REPOSITORY } from '../places.js';
import { assemble, begin, drive } from './drive.js';
import { measureFairness } from './fairness.js';
import { MIXED } from './mixes.js';
import { parseLoad, type LoadOptions } from './options.js';
import { isPassed, lines, loadPage, type Part, type Result } from './page.js';
import { Progress } from './progress.js';
import { onStage, type Stage } from './stage.js';
import { Sampler } from './usage.js';
import { SHARED } from './world.js';

process.exitCode = await perform(parseLoad(process.argv.slice(2)), {
  name: 'load',
  help: `Usage: npm run load -- [--seconds N] [--agents N] [--seed N]

Agents edit and look around in one workspace, over one sidecar and real language servers; each knows what its answers have to be. Exits with 1 if an
answer is wrong or comes past its bound, if an edit is lost, if somebody is held up by another server's work, or if a process is left over; with 2 if the
run could not be made. A complete run (300 s, 50 agents) writes docs/load.md.`,
  run,
});

async function run(options: LoadOptions): Promise<number> {
  const started = performance.now();
  const { value, left } = await onStage(SHARED + 2 * options.agents, (stage) => measure(stage, options));
  const result: Result = { ...value, left, options, machine: `${cpus().length} processors, ${cpus()[0]?.model.trim() ?? 'unknown'}`, minutes: (performance.now() - started) / 60_000 };
  console.log(lines(result));
  if (options.isComplete) writeFileSync(join(REPOSITORY, 'docs', 'load.md'), loadPage(result));
  return isPassed(result) ? 0 : 1;
}

async function measure({ world, service }: Stage, { agents: count, seconds, seed, thinkMs }: LoadOptions): Promise<Pick<Result, 'languages' | 'parts' | 'usage' | 'fairness'>> {
  const progress = new Progress();
  const agents = assemble({ world, service, agents: count, seed, mix: MIXED });
  const first = await begin(agents);
  progress.say(`${count} agents, ${first.count} files shown, ${first.faults()} faults`);
  const sampler = await Sampler.start(service, 5000);
  const stretch = async (title: string, ms: number, think: number): Promise<Part> => {
    const end = performance.now() + ms;
    const done = await drive(agents, { thinkMs: think, seed, goesOn: () => performance.now() < end, done: (_, tally) => progress.tell(title, tally) });
    progress.say(`${title}: ${done.tally.count} calls, ${done.tally.timedOut()} timed out, ${done.tally.faults()} faults`);
    return { title, thinkMs: think, ...done };
  };
  const parts = [
    { title: 'the first look', thinkMs: 0, tally: first, ms: 0, edits: first.count },
    // Most of the time as agents work, with pauses; then without pauses.
    await stretch('at work', seconds * 800, thinkMs),
    await stretch('flat out', seconds * 200, 0),
  ];
  const usage = await sampler.stop();
  const [agent] = agents;
  if (agent === undefined) throw new Error('there are no agents');
  const fairness = await measureFairness({ world, service }, agent, Math.min(60, Math.max(5, Math.round(seconds / 4))));
  progress.say(`fairness: ${fairness.tally.count} checks, ${fairness.tally.faults()} faults`);
  return { languages: world.languages, parts, usage, fairness };
}
