import { join } from 'node:path';
import { isExecutable, nearest } from './files.ts';

/**
 * The folders of the nearest virtual environment of Python at or above `folder`. uv keeps one for
 * all projects of a workspace, above them.
 */
function environments(folder: string, workspaceRoot: string): string[] {
  const home = nearest(folder, workspaceRoot, [join('.venv', 'pyvenv.cfg'), join('venv', 'pyvenv.cfg')]);
  return home === undefined ? [] : [join(home, '.venv'), join(home, 'venv')];
}

/** A program of the nearest virtual environment, else of those in `others`. */
export function inEnvironment(program: string, folder: string, workspaceRoot: string, others: readonly string[] = []): string | undefined {
  return programIn(program, [...environments(folder, workspaceRoot), ...others]);
}

/** The first of these environments that has the program counts. */
export function programIn(program: string, environments: readonly string[]): string | undefined {
  const [bin, file] = process.platform === 'win32' ? ['Scripts', `${program}.exe`] : ['bin', program];
  return environments.map((environment) => join(environment, bin, file)).find(isExecutable);
}
