import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { homeFolder, isExecutable } from '@vybestack/llxprt-lsp-core';
import { realFolder } from '../session.js';
import type { Commands } from './commands.js';

/** Where an installation takes place. */
export interface InstallPlace {
  /** The user's home folder, absolute. */
  readonly home: string;
  /** The project, absolute and real. */
  readonly workspace: string;
  readonly env: NodeJS.ProcessEnv;
  readonly commands: Commands;
}

/** @returns undefined where the user has no home folder */
export function homeOf(env: NodeJS.ProcessEnv): string | undefined {
  const named = env[process.platform === 'win32' ? 'USERPROFILE' : 'HOME'];
  const home = named === undefined || named === '' ? homeFolder() : named;
  return home !== undefined && isAbsolute(home) && realFolder(home) !== undefined ? home : undefined;
}

/** The folder that a variable names, as the host reads it, or one below the home folder. */
export function hostFolder(
  { home, env }: Pick<InstallPlace, 'home' | 'env'>,
  variable: string,
  below: string,
): string {
  const named = env[variable];
  if (named === undefined || named === '') return join(home, below);
  return named === '~' || named.startsWith('~/') ? join(home, named.slice(1)) : resolve(named);
}

/** Where PATH has a program; only for information. */
export function onPath(program: string, env: NodeJS.ProcessEnv): string | undefined {
  const names = process.platform === 'win32' ? ['.cmd', '.exe'].map((ending) => program + ending) : [program];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => isExecutable(path));
}
