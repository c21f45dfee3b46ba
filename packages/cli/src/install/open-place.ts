import { resolve } from 'node:path';
import { noWorkspace, realFolder } from '../session.js';
import { findCommands } from './commands.js';
import { INSTALLS, type HostScope, type InstallHost } from './hosts.js';
import { homeOf, type InstallPlace } from './place.js';
import type { Scope } from './receipt.js';

export interface OpenPlace {
  readonly kind: 'opened';
  readonly place: InstallPlace;
  readonly scope: HostScope;
}

interface Wanted {
  readonly host: InstallHost;
  /** As the command line has it. */
  readonly workspace: string;
  readonly scope: Scope;
}

/** Where a host's files are. */
export async function openPlace(
  cwd: string,
  { host, workspace, scope }: Wanted,
  env: NodeJS.ProcessEnv,
): Promise<OpenPlace | { readonly kind: 'failed'; readonly path: string; readonly reason: string }> {
  const home = homeOf(env);
  if (home === undefined)
    return { kind: 'failed', path: env['HOME'] ?? '', reason: 'there is no home folder: HOME names none' };
  const folder = realFolder(resolve(cwd, workspace));
  if (folder === undefined) return { kind: 'failed', path: workspace, reason: noWorkspace(workspace) };
  // Whether it is trusted matters only in the home folder, where a login shell runs the user's own
  // files anyway.
  const commands = await findCommands(home, { workspaceRoot: folder, trusted: true, env });
  const place = { home, workspace: folder, env, commands };
  return { kind: 'opened', place, scope: INSTALLS[host][scope](place) };
}
