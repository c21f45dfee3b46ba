import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { home, isExecutable, readText } from '../files.ts';
import { SETTINGS_BYTES, statOf } from '../../../support/read-file.ts';
import { namesIn } from '../../../support/folders.ts';

/** What finders look at. They never run anything. */
interface FolderReader {
  /** Of a small file; undefined where it cannot be read. */
  text(path: string): string | undefined;
  /** Of the entries of a folder; empty where it cannot be read. */
  names(folder: string): readonly string[];
  exists(path: string): boolean;
  /** The folder has an entry of one of these names. */
  holds(folder: string, names: readonly string[]): boolean;
  /** It is a file that this process may run. */
  isExecutable(path: string): boolean;
}

/** All that an environment is found by. */
export interface World {
  readonly reader: FolderReader;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly platform: string;
  /** Whether settings of editors count. */
  readonly editors: boolean;
}

const DISK: FolderReader = {
  text: (path) => readText(path, SETTINGS_BYTES),
  names: namesIn,
  exists: existsSync,
  holds: remembered,
  isExecutable,
};

/** Whether a folder holds one of some names, as of a change of its entries, ms since 1970. */
const known = new Map<string, { readonly changed: number; readonly holds: boolean }>();

/** Two changes of a folder within this time may have the same stamp, ms. */
const TICK = 1000;

/**
 * All folders above an edited file are looked at before each check, and most of them hold nothing.
 * A folder's stamp changes with its entries, and costs one look instead of one for each name.
 */
function remembered(folder: string, names: readonly string[]): boolean {
  const changed = statOf(folder)?.mtimeMs;
  if (changed === undefined) return false;
  const key = [folder, ...names].join('\0');
  const last = known.get(key);
  if (last?.changed === changed) return last.holds;
  const holds = names.some((name) => existsSync(join(folder, name)));
  if (Date.now() - changed > TICK) known.set(key, { changed, holds });
  return holds;
}

/** This process's own. */
export function thisWorld(editors = true): World {
  return { reader: DISK, variables: process.env, home: home(), platform: process.platform, editors };
}

/**
 * A variable that names a folder. A relative one is left out: it would mean another folder in each
 * folder that a program runs in.
 */
export function folderNamed({ variables, home: own }: World, variable: string): string | undefined {
  const value = variables[variable] ?? '';
  const path = value.startsWith('~/') ? join(own, value.slice(2)) : value;
  return isAbsolute(path) ? path : undefined;
}

type Kind = 'cache' | 'data' | 'config';

const LINUX: Readonly<Record<Kind, readonly [variable: string, folder: string]>> = {
  cache: ['XDG_CACHE_HOME', '.cache'],
  data: ['XDG_DATA_HOME', '.local/share'],
  config: ['XDG_CONFIG_HOME', '.config'],
};

/** Where programs keep the files of the user. */
export function userFolder(world: World, kind: Kind): string {
  if (world.platform === 'darwin')
    return join(world.home, 'Library', kind === 'cache' ? 'Caches' : 'Application Support');
  if (world.platform === 'win32')
    return (
      folderNamed(world, kind === 'config' ? 'APPDATA' : 'LOCALAPPDATA') ??
      join(world.home, 'AppData', kind === 'config' ? 'Roaming' : 'Local')
    );
  const [variable, folder] = LINUX[kind];
  return folderNamed(world, variable) ?? join(world.home, folder);
}
