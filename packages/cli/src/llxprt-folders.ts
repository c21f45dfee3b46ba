import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Where LLxprt Code keeps what is the user's, absolute. */
export interface LlxprtFolders {
  /** `settings.json`, and which folders are trusted. */
  readonly config: string;
  /** Its extensions. */
  readonly data: string;
}

/**
 * Of this user. An override that is not an absolute path does not count; that of `config` is also
 * one of `data`.
 *
 * @param home absolute
 */
export function llxprtFolders(
  home: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): LlxprtFolders {
  const usual = usualFolders(home, env, platform);
  const config = override(env['LLXPRT_CONFIG_HOME']);
  return { config: config ?? usual.config, data: override(env['LLXPRT_DATA_HOME']) ?? config ?? usual.data };
}

/** The same for a process that the host has started. */
export function ownLlxprtFolders(env: NodeJS.ProcessEnv): LlxprtFolders {
  return llxprtFolders(valueOf(env, process.platform === 'win32' ? 'USERPROFILE' : 'HOME') ?? homedir(), env);
}

/** An empty one counts as none. */
function valueOf(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const value = env[variable];
  return value === '' ? undefined : value;
}

const NAME = 'llxprt-code';

function usualFolders(home: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): LlxprtFolders {
  const folder = (variable: string, ...below: string[]): string =>
    join(valueOf(env, variable) ?? join(home, ...below), NAME);
  if (platform === 'darwin')
    return {
      config: join(home, 'Library', 'Preferences', NAME),
      data: join(home, 'Library', 'Application Support', NAME),
    };
  if (platform === 'win32')
    return {
      config: join(folder('APPDATA', 'AppData', 'Roaming'), 'Config'),
      data: join(folder('LOCALAPPDATA', 'AppData', 'Local'), 'Data'),
    };
  return { config: folder('XDG_CONFIG_HOME', '.config'), data: folder('XDG_DATA_HOME', '.local', 'share') };
}

function override(value: string | undefined): string | undefined {
  const path = value?.trim() ?? '';
  return isAbsolute(path) ? resolve(path) : undefined;
}

/** The manifest of our extension, below the folder of data. */
export const LLXPRT_EXTENSION = join('extensions', 'llxprt-lsp');
export const LLXPRT_MANIFEST = 'llxprt-extension.json';
