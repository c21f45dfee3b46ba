import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../../../../scripts/lib/random.js';
import { Agent, type Mix } from './agent.js';
import type { Service } from './service.js';
import { Tally } from './tally.js';
import { range, SHARED, type World } from './world.js';

export interface Crew {
  readonly world: World;
  /** An agent uses one of them, in turn. */
  readonly services: readonly [Service, ...Service[]];
  readonly agents: number;
  readonly seed: number;
  readonly mix: Mix;
}

/** Agents, each with its share of the parts that only one agent edits. */
export function assemble({ world, services, agents, seed, mix }: Crew): Agent[] {
  return range(agents).map((agent) => {
    const own = range(world.parts).filter((part) => part >= SHARED && part % agents === agent);
    return new Agent({
      world,
      service: services[agent % services.length] ?? services[0],
      mix,
      own,
      random: new Random(seed + agent),
    });
  });
}

/**
 * The agents begin one after the other. Begun at once, they would measure how long programs take to
 * start.
 */
export async function begin(agents: readonly Agent[]): Promise<Tally> {
  const tally = new Tally();
  for (const agent of agents) await agent.begin(tally);
  return tally;
}

export interface Stretch {
  /** How long an agent thinks between two things, on average, ms; 0: it does not. */
  readonly thinkMs: number;
  readonly seed: number;
  /** Asked before each thing. @param edits how many have begun */
  readonly goesOn: (edits: number) => boolean;
  /** Told after each. @param edits how many are done */
  readonly done?: (edits: number, tally: Tally) => void;
}

/** Has them all work at the same time. */
export async function drive(
  agents: readonly Agent[],
  { thinkMs, seed, goesOn, done }: Stretch,
): Promise<{ readonly tally: Tally; readonly ms: number; readonly edits: number }> {
  const tally = new Tally();
  const started = performance.now();
  let edits = 0;
  await Promise.all(
    agents.map(async (agent, index) => {
      const random = new Random(seed + index);
      while (goesOn(edits)) {
        if (thinkMs > 0) await delay(random.next() * 2 * thinkMs);
        const count = await agent.act(tally);
        edits += count;
        done?.(edits, tally);
      }
    }),
  );
  return { tally, ms: performance.now() - started, edits };
}
