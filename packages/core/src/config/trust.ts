import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { LspConfig } from '../lsp/types.js';

/** Whether what a workspace brings along may be run. */
export interface Trust {
  readonly trusted: boolean;
  /** Who says so, for people: `the setting trust is "never"`. */
  readonly reason: string;
}

/**
 * The setting decides; where it is `host`, the host does, and a host that says nothing trusts (it lets its model run commands there). Folders are
 * compared as they really are: a link to a trusted folder is one, a link in it that leads out of it is none, and `/work` is not `/workshop`.
 *
 * @param workspaceRoot absolute; may be a symbolic link
 * @param host its own word; undefined where it has no notion of trust
 */
export function decideTrust(setting: NonNullable<LspConfig['trust']>, workspaceRoot: string, host?: boolean): Trust {
  if (Array.isArray(setting)) {
    const root = realPath(workspaceRoot);
    const folder = setting.find((candidate) => root !== undefined && isWithin(root, realPath(expandHome(candidate))));
    if (folder === undefined) return { trusted: false, reason: 'it is in none of the folders of the setting trust' };
    return { trusted: true, reason: `the setting trust lists ${folder}` };
  }
  if (setting !== 'host') return { trusted: setting === 'always', reason: `the setting trust is "${setting}"` };
  if (host === undefined) return { trusted: true, reason: 'neither the setting trust nor the host says otherwise' };
  return { trusted: host, reason: host ? 'the host trusts it' : 'the host does not trust it' };
}

/** Whether `path` is `folder` or below it. Both are absolute and real; what does not exist holds nothing. */
export function isWithin(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return false;
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/** @returns undefined where there is no such file or folder */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function expandHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}
