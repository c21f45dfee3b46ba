import { join } from 'node:path';
import { environmentIn } from './environments/find.ts';
import { venvFolders } from './environments/in-folder.ts';
import { thisWorld } from './environments/world.ts';
import { ancestors, isExecutable } from './files.ts';

/**
 * A program of the nearest environment of Python that belongs to a project at or above `folder`. uv
 * keeps one for all projects of a workspace, above them. An environment that the settings of an
 * editor name is none: those of a workspace never name a program that is run.
 */
export function inEnvironment(program: string, folder: string, workspaceRoot: string): string | undefined {
  const world = thisWorld(false);
  for (const candidate of ancestors(folder, workspaceRoot)) {
    // A program may run without the interpreter of its environment.
    const found = environmentIn(candidate, world);
    const prefixes = [...(found === undefined ? [] : [found.prefix]), ...venvFolders(candidate, world)];
    if (prefixes.length > 0)
      return prefixes.map((prefix) => programIn(program, prefix)).find((path) => path !== undefined);
  }
  return undefined;
}

function programIn(program: string, environment: string): string | undefined {
  const [bin, file] = process.platform === 'win32' ? ['Scripts', `${program}.exe`] : ['bin', program];
  const path = join(environment, bin, file);
  return isExecutable(path) ? path : undefined;
}
