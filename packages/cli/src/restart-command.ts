import {
  escaped,
  formatRestart,
  jsonOf,
  type LspState,
  restartShared,
  runningServices,
  type ServerStatus,
} from '@vybestack/llxprt-lsp-core';
import { askSessions, restartIn } from './bridge/sessions.js';
import type { ExitCode, Io } from './io.js';
import { openWorkspace, printError, trouble, type WorkspaceOptions } from './session.js';
import { nameOf, toJson } from './status-command.js';

export interface RestartCommandOptions extends WorkspaceOptions {
  readonly json: boolean;
  /** As for `status`. */
  readonly hostPid: number | undefined;
}

/**
 * `llxprt-lsp restart`: restarts servers of the session that `status` shows, or else of the services
 * that sessions in this workspace share.
 *
 * @param id of the servers; all without it
 */
export async function restart(
  io: Io,
  id: string | undefined,
  { workspace, json, hostPid }: RestartCommandOptions,
): Promise<ExitCode> {
  const workspaceRoot = openWorkspace(io, workspace);
  if (workspaceRoot === undefined) return 2;
  const restarted =
    (await inSession(io, workspaceRoot, { id, hostPid })) ?? (await inShared(workspaceRoot, { id, hostPid }));
  if (restarted === undefined) {
    return trouble(
      io,
      hostPid === undefined
        ? 'no session runs here whose servers could be restarted'
        : `no session of process ${hostPid} runs here`,
    );
  }
  if (restarted === 'silent') return trouble(io, 'the session does not answer');
  io.out(
    json
      ? escaped`${jsonOf(toJson(workspaceRoot, restarted), 2)}\n`
      : escaped`${formatRestart(restarted, id, 'llxprt-lsp restart')}\n`,
  );
  return restarted.kind === 'unavailable' ? 2 : 0;
}

/** undefined where no session runs. */
async function inSession(
  io: Io,
  workspaceRoot: string,
  { id, hostPid }: { id: string | undefined; hostPid: number | undefined },
): Promise<LspState | 'silent' | undefined> {
  const { answered, silent } = await askSessions(workspaceRoot, { verbose: false, all: false, hostPid });
  const [session, ...others] = answered;
  if (session === undefined) return silent.length > 0 ? 'silent' : undefined;
  if (others.length > 0)
    printError(
      io,
      'other sessions run here, too; to restart their servers: ' +
        others.map((other) => `--host-pid ${nameOf(other, answered)}`).join(', '),
    );
  return (await restartIn(workspaceRoot, session, id)) ?? 'silent';
}

async function inShared(
  workspaceRoot: string,
  { id, hostPid }: { id: string | undefined; hostPid: number | undefined },
): Promise<LspState | 'silent' | undefined> {
  const here = (await runningServices()).services.filter(
    (service) =>
      service.workspaceRoot === workspaceRoot &&
      (hostPid === undefined || service.sessions.some(({ pid }) => pid === hostPid)),
  );
  if (here.length === 0) return undefined;
  const rows = await Promise.all(here.map((service) => restartShared(service, id)));
  const servers = rows.flatMap((row): readonly ServerStatus[] => row ?? []);
  return rows.includes(undefined) ? 'silent' : { kind: 'running', workspaceRoot, servers };
}
