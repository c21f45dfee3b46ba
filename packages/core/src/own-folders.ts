/** Where the files of a person lie: ours, and those of LLxprt Code. */
import { rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { beginsInOurs } from './owner.js';

/** Ours. Absolute. */
export interface OwnFolders {
  /** `settings.json`, which a person writes. */
  readonly config: string;
  /**
   * What programs write and need again: receipts, notes, sockets. The usual folder comes last, and
   * before it the one that a variable names. Both are looked into: a process with other variables
   * may have written there.
   */
  readonly state: readonly [string, ...string[]];
  /** Where all of it once was. Nothing new is put there. */
  readonly earlier: string;
}

/** Where LLxprt Code keeps what is the user's, absolute. */
export interface LlxprtFolders {
  /** `settings.json`, and which folders are trusted. */
  readonly config: string;
  /** Its extensions. */
  readonly data: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface Person {
  /** Absolute. */
  readonly home: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly counts: Counts;
}

/** Whether a folder that a variable names is taken; else the usual one is. */
type Counts = (folder: string) => boolean;

const always: Counts = () => true;

const OURS = 'llxprt-lsp';
const LLXPRT = 'llxprt-code';

/**
 * The earlier folder is also LLxprt Code's own former one, and it tells people to delete that.
 *
 * @param home absolute
 * @param counts `su` without a dash leaves the variables of another user, whose files must say nothing
 */
export function ownFolders(
  home: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  counts: Counts = beginsInOurs,
): OwnFolders {
  const paths = pathsOf(platform);
  // `Preferences` is for property lists, which the system writes.
  const library = paths.join(home, 'Library', 'Application Support');
  const folder = (kind: Kind, variables: Environment): string =>
    platform === 'darwin'
      ? paths.join(library, OURS)
      : folderIn(kind, [OURS], { home, env: variables, platform, counts });
  const [state, usual] = [folder('state', env), folder('state', {})];
  return {
    config: folder('config', env),
    state: state === usual ? [state] : [state, usual],
    earlier: paths.join(home, '.llxprt'),
  };
}

/**
 * An override that is not an absolute path does not count; that of `config` is also one of `data`.
 *
 * @param home absolute
 * @param counts without it, the folders are those that LLxprt Code takes, whosever they are
 */
export function llxprtFolders(
  home: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  counts: Counts = always,
): LlxprtFolders {
  const paths = pathsOf(platform);
  const override = (variable: string): string | undefined => {
    const path = env[variable]?.trim() ?? '';
    return paths.isAbsolute(path) && counts(path) ? paths.resolve(path) : undefined;
  };
  const usual = usualLlxprtFolders({ home, env, platform, counts });
  const config = override('LLXPRT_CONFIG_HOME');
  return { config: config ?? usual.config, data: override('LLXPRT_DATA_HOME') ?? config ?? usual.data };
}

function usualLlxprtFolders(person: Person): LlxprtFolders {
  const { home, platform } = person;
  const paths = pathsOf(platform);
  if (platform === 'darwin')
    return {
      config: paths.join(home, 'Library', 'Preferences', LLXPRT),
      data: paths.join(home, 'Library', 'Application Support', LLXPRT),
    };
  const folder = (kind: Kind, onWindows: string): string =>
    folderIn(kind, platform === 'win32' ? [LLXPRT, onWindows] : [LLXPRT], person);
  return { config: folder('config', 'Config'), data: folder('data', 'Data') };
}

type Kind = keyof typeof BASES;

/** The variable that names the folder, and where it is without, below the home folder. */
const BASES = {
  config: { unix: ['XDG_CONFIG_HOME', '.config'], windows: ['APPDATA', 'AppData', 'Roaming'] },
  data: { unix: ['XDG_DATA_HOME', '.local', 'share'], windows: ['LOCALAPPDATA', 'AppData', 'Local'] },
  state: { unix: ['XDG_STATE_HOME', '.local', 'state'], windows: ['LOCALAPPDATA', 'AppData', 'Local'] },
} as const;

/**
 * In a folder of many programs. As the XDG specification has it, a value that is no absolute path
 * does not count.
 */
function folderIn(kind: Kind, names: readonly string[], { home, env, platform, counts }: Person): string {
  const paths = pathsOf(platform);
  const [variable, ...below] = BASES[kind][platform === 'win32' ? 'windows' : 'unix'];
  const base = env[variable] ?? '';
  const named = paths.isAbsolute(base) ? paths.join(base, ...names) : undefined;
  return named !== undefined && counts(named) ? named : paths.join(home, ...below, ...names);
}

const pathsOf = (platform: NodeJS.Platform): typeof posix => (platform === 'win32' ? win32 : posix);

/** Of this process; undefined where there is none, or no absolute path. */
export function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return pathsOf(process.platform).isAbsolute(home) ? home : undefined;
  } catch {
    // A user without a name, and no variable: some containers.
    return undefined;
  }
}

/** What we had in the earlier folder, and then that folder itself. */
const EARLIER = ['installed', 'unfinished', 'run', ''];

/**
 * Removes what is empty of the earlier folder. Only for who has just taken something of ours out of
 * it: others may have made one, too.
 */
export function leaveEarlierFolder(folder: string): void {
  for (const name of EARLIER) {
    try {
      rmdirSync(join(folder, name));
    } catch {
      // Not empty, a link, or not there.
    }
  }
}
