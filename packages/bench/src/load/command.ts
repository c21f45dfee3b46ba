import { command, type Desk } from '../frame/command.js';
import { machineLine, thisMachine } from '../frame/machine.js';
import { flag, Misuse, whole, type ValuesOf } from '../frame/options.js';
import { writePage } from '../frame/page.js';
import { compareSessions } from './compare.js';
import { assemble, begin, drive } from './drive.js';
import { measureFairness } from './fairness.js';
import { MIXED } from './mixes.js';
import { isPassed, LOAD_PAGE, loadSections, resultLines, type LoadResult, type Part } from './page.js';
import { Service } from './service.js';
import { onStage, type LoadStage } from './stage.js';
import { Sampler } from './usage.js';
import { SHARED } from './world.js';

const USUAL = { agents: 50, seconds: 300 };

const options = {
  agents: whole('so many agents', USUAL.agents),
  sessions: whole(
    'the agents use so many sessions of one shared service, and answers are compared with ' +
      'those of a service of one session',
    1,
  ),
  seconds: whole('so long', USUAL.seconds),
  seed: whole('another choice', 1),
  think: whole('how long an agent thinks between two calls, on average, ms', 2000),
  record: flag('writes a part of docs/load.md: of one session, or of the sessions of one service'),
};
type LoadOptions = ValuesOf<typeof options>;

export const load = command({
  name: 'load',
  says: `Agents edit and look around in one workspace, over one sidecar and real language servers; each
    knows what its answers have to be. Exits with 1 if an answer is wrong or comes past its bound, if
    an edit is lost, if somebody is held up by another server's work, or if a process is left over.`,
  options,
  writes: [LOAD_PAGE],
  async run(values, desk) {
    const { agents, sessions, seconds, record } = values;
    if (record && (seconds < USUAL.seconds || (sessions === 1 && agents < USUAL.agents)))
      throw new Misuse(`--record takes ${USUAL.agents} agents, ${USUAL.seconds} s`);
    const started = performance.now();
    const { value, left } = await onStage(SHARED + 2 * agents, sessions, desk, (stage) =>
      measure(stage, values, desk),
    );
    const minutes = ((performance.now() - started) / 60_000).toFixed(0);
    const result: LoadResult = {
      ...value,
      left,
      how:
        `${agents} agents for ${seconds} s (${minutes} minutes with all that is before and after), ` +
        `${sessions} sessions; ${machineLine(thisMachine())}.`,
    };
    console.log(resultLines(result));
    if (record) writePage(LOAD_PAGE, loadSections(result));
    return isPassed(result) ? 0 : 1;
  },
});

async function measure(
  { world, services }: LoadStage,
  { agents: count, sessions, seconds, seed, think }: LoadOptions,
  desk: Desk,
): Promise<Omit<LoadResult, 'left' | 'how'>> {
  const agents = assemble({ world, services, agents: count, seed, mix: MIXED });
  const first = await begin(agents);
  desk.say(`${count} agents, ${first.count} files shown, ${first.faults()} faults`);
  const sampler = await Sampler.start(services[0], 5000);
  const stretch = async (title: string, ms: number, thinkMs: number): Promise<Part> => {
    const end = performance.now() + ms;
    const goesOn = (): boolean => performance.now() < end;
    const done = await drive(agents, {
      thinkMs,
      seed,
      goesOn,
      done: (_, tally) => desk.tell(tally.line(title)),
    });
    desk.say(done.tally.line(title));
    return { title, ...done };
  };
  const parts = [
    { title: 'the first look', tally: first, ms: 0, edits: first.count },
    // Most of the time as agents work, with pauses; then without pauses.
    await stretch('at work', seconds * 800, think),
    await stretch('flat out', seconds * 200, 0),
  ];
  const usage = await sampler.stop();
  const [agent] = agents;
  if (agent === undefined) throw new Error('there are no agents');
  const rounds = Math.min(60, Math.max(5, Math.round(seconds / 4)));
  const fairness = await measureFairness({ world, services }, agent, rounds);
  desk.say(`fairness: ${fairness.tally.count} checks, ${fairness.tally.faults()} faults`);
  if (sessions === 1) return { languages: world.languages, parts, usage, fairness };
  await using isolated = await Service.start(world.workspace, world.languages);
  const comparison = await compareSessions(world, services, isolated, Math.min(1000, 2 * seconds), seed);
  desk.say(`compared: ${comparison.count} answers, ${comparison.faults()} differ`);
  return { languages: world.languages, parts, usage, fairness, comparison };
}
