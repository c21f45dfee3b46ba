import { cpus } from 'node:os';
import { join } from 'node:path';
import { perform } from '../command.js';
import { REPOSITORY } from '../places.js';
import { writeSection } from '../section.js';
import { compare } from './compare.js';
import { assemble, begin, drive } from './drive.js';
import { measureFairness } from './fairness.js';
import { MIXED } from './mixes.js';
import { parseLoad, type LoadOptions } from './options.js';
import { isPassed, lines, loadSection, sharedSection, type Part, type Result } from './page.js';
import { Progress } from './progress.js';
import { Service } from './service.js';
import { onStage, type Stage } from './stage.js';
import { Sampler } from './usage.js';
import { SHARED } from './world.js';

process.exitCode = await perform(parseLoad(process.argv.slice(2)), {
  name: 'load',
  help: `Usage: npm run load -- [--seconds N] [--agents N] [--sessions N] [--seed N]

Agents edit and look around in one workspace, over one sidecar and real language servers; each knows what its answers have to be. Exits with 1 if an
answer is wrong or comes past its bound, if an edit is lost, if somebody is held up by another server's work, or if a process is left over; with 2 if the
run could not be made. With --sessions, the agents use so many sessions of one shared service, and answers are compared with those of a service of one
session. A complete run (300 s; without --sessions, 50 agents) writes its part of docs/load.md.`,
  run,
});

async function run(options: LoadOptions): Promise<number> {
  const started = performance.now();
  const { value, left } = await onStage(SHARED + 2 * options.agents, options.sessions, (stage) =>
    measure(stage, options),
  );
  const result: Result = {
    ...value,
    left,
    options,
    machine: `${cpus().length} processors, ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    minutes: (performance.now() - started) / 60_000,
  };
  console.log(lines(result));
  if (options.isComplete)
    writeSection(
      join(REPOSITORY, 'docs', 'load.md'),
      options.sessions > 1 ? 'shared' : 'isolated',
      options.sessions > 1 ? sharedSection(result) : loadSection(result),
    );
  return isPassed(result) ? 0 : 1;
}

async function measure(
  { world, services }: Stage,
  { agents: count, sessions, seconds, seed, thinkMs }: LoadOptions,
): Promise<Pick<Result, 'languages' | 'parts' | 'usage' | 'fairness' | 'comparison'>> {
  const progress = new Progress();
  const agents = assemble({ world, services, agents: count, seed, mix: MIXED });
  const first = await begin(agents);
  progress.say(`${count} agents, ${first.count} files shown, ${first.faults()} faults`);
  const sampler = await Sampler.start(services[0], 5000);
  const stretch = async (title: string, ms: number, think: number): Promise<Part> => {
    const end = performance.now() + ms;
    const done = await drive(agents, {
      thinkMs: think,
      seed,
      goesOn: () => performance.now() < end,
      done: (_, tally) => progress.tell(title, tally),
    });
    progress.say(
      `${title}: ${done.tally.count} calls, ${done.tally.timedOut()} timed out, ${done.tally.faults()} faults`,
    );
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
  const fairness = await measureFairness(
    { world, services },
    agent,
    Math.min(60, Math.max(5, Math.round(seconds / 4))),
  );
  progress.say(`fairness: ${fairness.tally.count} checks, ${fairness.tally.faults()} faults`);
  if (sessions === 1) return { languages: world.languages, parts, usage, fairness };
  await using isolated = await Service.start(world.workspace, world.languages);
  const comparison = await compare(world, services, isolated, Math.min(1000, 2 * seconds), seed);
  progress.say(`compared: ${comparison.count} answers, ${comparison.faults()} differ`);
  return { languages: world.languages, parts, usage, fairness, comparison };
}
