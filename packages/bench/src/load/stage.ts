import { join } from 'node:path';
import { scratchFolder } from '../cleanup.js';
import { probe } from '../programs.js';
import { Service } from './service.js';
import { leftOvers } from './usage.js';
import { LANGUAGES, World } from './world.js';

/** The code, and the service over it. */
export interface Stage {
  readonly world: World;
  readonly service: Service;
}

/**
 * Sets everything up in a folder that is gone when this process is, however it ends; languages whose programs are missing are left out, and said.
 *
 * @param parts how many there are of each language
 * @returns what `act` does, and the command lines of the processes that the service has left over: there should be none
 */
export async function onStage<T>(parts: number, act: (stage: Stage) => Promise<T>): Promise<{ readonly value: T; readonly left: readonly string[] }> {
  const languages = LANGUAGES.filter(({ title, needs }) => {
    const missing = needs.map((program) => probe(program)).find(({ kind }) => kind === 'missing');
    if (missing?.kind === 'missing') console.error(`${title}: left out: ${missing.reason}`);
    return missing === undefined;
  });
  const world = World.make(join(scratchFolder(), 'workspace'), languages, parts);
  const service = await Service.start(world.workspace, languages);
  const { pid } = service;
  let value;
  try {
    value = await act({ world, service });
    if (!service.isAlive) throw new Error(`the service has died:\n${service.log.slice(-10).join('\n')}`);
  } finally {
    await service.close();
  }
  return { value, left: await leftOvers(pid) };
}
