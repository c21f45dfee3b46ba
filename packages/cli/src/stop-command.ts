import {
  counted,
  type Escaped,
  escaped,
  inline,
  joined,
  jsonOf,
  runningServices,
  type SharedState,
  stopShared,
} from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from './io.js';
import { openWorkspace, trouble, type WorkspaceOptions } from './session.js';

export interface StopCommandOptions extends WorkspaceOptions {
  readonly json: boolean;
  /** Services of all workspaces. */
  readonly all: boolean;
}

/**
 * `llxprt-lsp stop`: ends the shared services that no session uses, of this workspace or of all.
 *
 * @returns 2 where one of them goes on: sessions use it, or it does not answer
 */
export async function stop(io: Io, { workspace, json, all }: StopCommandOptions): Promise<ExitCode> {
  const workspaceRoot = openWorkspace(io, workspace);
  if (workspaceRoot === undefined) return 2;
  const { services, silent } = await runningServices();
  const chosen = services.filter((service) => all || service.workspaceRoot === workspaceRoot);
  const rows = await Promise.all(
    chosen.map(async (service) => {
      const state = await stopShared(service);
      const { sessions } = state ?? service;
      return { workspace: service.workspaceRoot, pid: service.pid, sessions, outcome: outcomeOf(state) };
    }),
  );
  if (json) io.out(escaped`${jsonOf({ services: rows, silent: all ? silent : [] }, 2)}\n`);
  else
    io.out(
      rows.length === 0
        ? escaped`${all ? 'No shared service runs' : 'No shared service of this workspace runs'}\n`
        : joined(rows.map(lineOf), ''),
    );
  if (all && silent.length > 0) return trouble(io, `${counted(silent.length, 'service')} did not answer`);
  return rows.every(({ outcome }) => outcome === 'stopped') ? 0 : 2;
}

type Outcome = 'stopped' | 'in use' | 'silent';

function outcomeOf(state: SharedState | undefined): Outcome {
  if (state === undefined) return 'silent';
  return state.sessions.length === 0 ? 'stopped' : 'in use';
}

interface Row {
  readonly workspace: string;
  readonly pid: number;
  readonly sessions: SharedState['sessions'];
  readonly outcome: Outcome;
}

function lineOf({ workspace, pid, sessions, outcome }: Row): Escaped {
  const which = escaped`${inline(workspace)}, pid ${pid}`;
  if (outcome === 'stopped') return escaped`Stopped: ${which}\n`;
  if (outcome === 'silent') return escaped`Not stopped, it does not answer: ${which}\n`;
  const users = sessions.map(({ host, pid: its }) => escaped`${inline(host)} (process ${its})`);
  return escaped`Not stopped, it is used by ${joined(users, ', ')}: ${which}. End these first\n`;
}
