/** Where the files of a person lie: ours, and those of LLxprt Code. */
import { rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';

/** Ours. Absolute. */
export interface OwnFolders {
  /** `settings.json`, which a person writes. */
  readonly config: string;
  /**
   * What programs write and need again: receipts, notes, sockets. Best first. The others are looked
   * into, too: a process with other variables may have written there.
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
}

const OURS = 'llxprt-lsp';
const LLXPRT = 'llxprt-code';

/**
 * The earlier folder is also LLxprt Code's own former one, and it tells people to delete that.
 *
 * @param home absolute
 */
export function ownFolders(
  home: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): OwnFolders {
  const paths = pathsOf(platform);
  // `Preferences` is for property lists, which the system writes.
  const library = paths.join(home, 'Library', 'Application Support');
  const folder = (kind: Kind, variables: Environment): string =>
    paths.join(platform === 'darwin' ? library : baseFolder(kind, { home, env: variables, platform }), OURS);
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
 */
export function llxprtFolders(
  home: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): LlxprtFolders {
  const paths = pathsOf(platform);
  const override = (variable: string): string | undefined => {
    const path = env[variable]?.trim() ?? '';
    return paths.isAbsolute(path) ? paths.resolve(path) : undefined;
  };
  const usual = usualLlxprtFolders({ home, env, platform });
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
  const [config, data] = [baseFolder('config', person), baseFolder('data', person)];
  return platform === 'win32'
    ? { config: paths.join(config, LLXPRT, 'Config'), data: paths.join(data, LLXPRT, 'Data') }
    : { config: paths.join(config, LLXPRT), data: paths.join(data, LLXPRT) };
}

type Kind = keyof typeof BASES;

/** The variable that names the folder, and where it is without, below the home folder. */
const BASES = {
  config: { unix: ['XDG_CONFIG_HOME', '.config'], windows: ['APPDATA', 'AppData', 'Roaming'] },
  data: { unix: ['XDG_DATA_HOME', '.local', 'share'], windows: ['LOCALAPPDATA', 'AppData', 'Local'] },
  state: { unix: ['XDG_STATE_HOME', '.local', 'state'], windows: ['LOCALAPPDATA', 'AppData', 'Local'] },
} as const;

/** Of many programs. As the XDG specification has it, a value that is no absolute path does not count. */
function baseFolder(kind: Kind, { home, env, platform }: Person): string {
  const paths = pathsOf(platform);
  const [variable, ...below] = BASES[kind][platform === 'win32' ? 'windows' : 'unix'];
  const named = env[variable] ?? '';
  return paths.isAbsolute(named) ? named : paths.join(home, ...below);
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
