import { homedir } from 'node:os';
import { join } from 'node:path';
import type { LspConfig } from './types.js';
import { isPathWithin, nativeRealPath } from '../support/real-path.js';

/** Whether programs that a workspace contains may be run. */
export interface Trust {
  readonly trusted: boolean;
  /** What decided it, for people: `the setting trust is "never"`. */
  readonly reason: string;
}

/**
 * The setting decides. If it is `host`, the host decides, and a host without a notion of trust
 * trusts the workspace (it lets its model run commands there).
 *
 * Folders are compared by their real paths: a link to a trusted folder is trusted, a link inside it
 * that leads out is not, and `/work` does not include `/workshop`.
 *
 * @param workspaceRoot absolute; may be a symbolic link
 * @param host the host's decision; undefined if it has no notion of trust
 */
export function decideTrust(
  setting: NonNullable<LspConfig['trust']>,
  workspaceRoot: string,
  host?: boolean,
): Trust {
  if (Array.isArray(setting)) {
    const root = nativeRealPath(workspaceRoot);
    const folder = setting.find(
      (candidate) => root !== undefined && isPathWithin(root, nativeRealPath(expandHome(candidate))),
    );
    if (folder === undefined)
      return { trusted: false, reason: 'it is in none of the folders of the setting trust' };
    return { trusted: true, reason: `the setting trust lists ${folder}` };
  }
  if (setting !== 'host')
    return { trusted: setting === 'always', reason: `the setting trust is "${setting}"` };
  if (host === undefined)
    return { trusted: true, reason: 'neither the setting trust nor the host says otherwise' };
  return { trusted: host, reason: host ? 'the host trusts it' : 'the host does not trust it' };
}

function expandHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}
