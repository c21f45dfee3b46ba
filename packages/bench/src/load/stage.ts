import { join } from 'node:path';
import type { Desk } from '../frame/command.js';
import { missingOf } from '../programs.js';
import { Service } from './service.js';
import { leftOvers } from './usage.js';
import { LANGUAGES, World } from './world.js';

/** The code, and the service over it. */
export interface LoadStage {
  readonly world: World;
  /** The sessions; at least one. */
  readonly services: readonly [Service, ...Service[]];
}

/**
 * Sets everything up; languages whose programs are missing are left out, and said.
 *
 * @param parts how many there are of each language
 * @param sessions more than one share a service
 * @returns what `act` does, and the command lines of the processes that the service has left over:
 * there should be none
 */
export async function onStage<T>(
  parts: number,
  sessions: number,
  { scratch, say }: Desk,
  act: (stage: LoadStage) => Promise<T>,
): Promise<{ readonly value: T; readonly left: readonly string[] }> {
  const languages = LANGUAGES.filter(({ title, needs }) => {
    const missing = missingOf(needs);
    if (missing !== undefined) say(`${title}: left out: ${missing}`);
    return missing === undefined;
  });
  // Services of the user's other sessions are none of ours.
  process.env['XDG_RUNTIME_DIR'] = scratch;
  const world = World.make(join(scratch, 'workspace'), languages, parts);
  const open = (): Promise<Service> => Service.start(world.workspace, languages, sessions > 1);
  const first = await open();
  const services: [Service, ...Service[]] = [first];
  let value;
  try {
    while (services.length < sessions) services.push(await open());
    value = await act({ world, services });
    const dead = services.find(({ isAlive }) => !isAlive);
    if (dead !== undefined) throw new Error(`the service has died:\n${dead.log.slice(-10).join('\n')}`);
  } finally {
    await Promise.all(services.map((service) => service.close()));
  }
  return { value, left: await leftOvers(first.pid) };
}
