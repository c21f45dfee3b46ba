import {
  type Escaped,
  escaped,
  formatServices,
  formatStatus,
  jsonOf,
  type LspState,
  oneLine,
} from '@vybestack/llxprt-lsp-core';
import { askSessions, type SessionStatus } from './bridge/sessions.js';
import type { ExitCode, Io } from './io.js';
import { printError, openWorkspace, trouble, withSession, type WorkspaceOptions } from './session.js';
import { sharedHere, type SharedHere, userServices, type UserServices } from './user-services.js';

export interface StatusCommandOptions extends WorkspaceOptions {
  readonly json: boolean;
  readonly verbose: boolean;
  /** With a row for each server, whether a file needs it or not, and the user's services elsewhere. */
  readonly all: boolean;
  /** Asks no running session. */
  readonly fresh: boolean;
  /**
   * The host whose session is asked, or the session's own process. Default: the host that started
   * this command, or else the session that began last.
   */
  readonly hostPid: number | undefined;
}

/**
 * `llxprt-lsp status`: prints the text of `/lsp status`. It comes from a session that runs in the
 * workspace, or else from a service that is started for this.
 */
export async function status(io: Io, options: StatusCommandOptions): Promise<ExitCode> {
  const { verbose, all, hostPid } = options;
  // Before a service is started for this.
  let shared: SharedHere | undefined;
  const elsewhere = all ? await userServices() : undefined;
  for (const which of elsewhere?.silent ?? [])
    printError(
      io,
      `${typeof which === 'number' ? `the session of process ${which}` : `what listens at ${which}`} ` +
        'does not say how it is: it hangs, or is of another release',
    );
  // `--trusted` and `--untrusted` ask what would be under that trust, which a running session
  // cannot answer.
  if (hostPid !== undefined || (!options.fresh && options.trust === undefined)) {
    const workspaceRoot = openWorkspace(io, options.workspace);
    if (workspaceRoot === undefined) return 2;
    const { answered, silent } = await askSessions(workspaceRoot, { verbose, all, hostPid });
    for (const pid of silent.filter((each) => elsewhere?.silent.includes(each) !== true))
      printError(
        io,
        `the session of process ${pid} does not say how it is: it hangs, or is of another release`,
      );
    const [session, ...others] = answered;
    if (session !== undefined) {
      if (others.length > 0)
        printError(
          io,
          'other sessions run here, too; to ask one: ' +
            others.map((other) => `--host-pid ${nameOf(other, answered)}`).join(', '),
        );
      return report(io, options, { workspaceRoot, state: session.state, session, elsewhere });
    }
    shared = await sharedHere(workspaceRoot, hostPid);
    if (hostPid !== undefined && shared === undefined)
      return trouble(io, `no session of process ${hostPid} runs here`);
  }
  return withSession(
    io,
    options,
    (lsp) => lsp,
    async ({ config, workspaceRoot }) => {
      return report(io, options, {
        workspaceRoot,
        state: withShared(await config.lspState({ verbose, all }), shared?.service),
        session: undefined,
        shared,
        elsewhere,
      });
    },
  );
}

/** A session is named by its host, unless that host has several. */
export function nameOf({ hostPid, pid }: SessionStatus, all: readonly SessionStatus[]): number {
  return all.filter((other) => other.hostPid === hostPid).length > 1 ? pid : hostPid;
}

/** A service that was started for this knows which servers there are; a shared one, which run. */
function withShared(state: LspState, shared: SharedHere['service'] | undefined): LspState {
  if (shared === undefined || state.kind !== 'running') return state;
  const running = new Set(shared.servers.map(({ id }) => id));
  const rows = [...state.servers.filter(({ id }) => !running.has(id)), ...shared.servers];
  // Its own figures are not those of the service that the session uses.
  const { service: _, ...rest } = state;
  return { ...rest, servers: rows.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)) };
}

interface Answer {
  readonly workspaceRoot: string;
  readonly state: LspState;
  readonly session: SessionStatus | undefined;
  /** A session that was not asked itself. */
  readonly shared?: SharedHere | undefined;
  readonly elsewhere: UserServices | undefined;
}

function report(
  io: Io,
  { json, verbose, all }: StatusCommandOptions,
  { workspaceRoot, state, session, shared, elsewhere }: Answer,
): ExitCode {
  const { hostPid, pid, client } = session ?? {};
  const about =
    session !== undefined
      ? { hostPid, pid, ...(client && { client }) }
      : shared !== undefined
        ? { hostPid: shared.session.pid, pid: shared.service.pid, host: shared.session.host, shared: true }
        : null;
  if (json) {
    const services = elsewhere && { services: elsewhere.services };
    io.out(escaped`${jsonOf({ ...toJson(workspaceRoot, state), session: about, ...services }, 2)}\n`);
  } else {
    const services = elsewhere && escaped`${formatServices(elsewhere.services, Date.now())}\n`;
    const status = formatStatus(state, { verbose, all }, 'llxprt-lsp restart');
    io.out(escaped`${status}\n${sessionLine(state, session, shared?.session)}${services ?? ''}`);
  }
  return state.kind === 'unavailable' ? 2 : 0;
}

function sessionLine(
  state: LspState,
  session: SessionStatus | undefined,
  shared: SharedHere['session'] | undefined,
): Escaped {
  if (session !== undefined) {
    const { client, hostPid } = session;
    const program = client && oneLine(`${client.name} ${client.version}`, 80);
    return program === undefined
      ? escaped`Session: process ${hostPid}\n`
      : escaped`Session: ${program}, process ${hostPid}\n`;
  }
  if (shared !== undefined)
    return escaped`Session: ${oneLine(shared.host, 80)}, process ${shared.pid}, by a shared service\n`;
  return state.kind === 'running'
    ? escaped`Session: none; a service was started to answer this\n`
    : escaped``;
}

/**
 * The printed fields: `version: 1`, `workspace`, `state: "running" | "disabled" | "unavailable"`,
 * `reason?`, `servers` and `service?`. The last two are as on the wire; `service` is there only
 * where details were asked for.
 */
export function toJson(workspace: string, state: LspState): Record<string, unknown> {
  return {
    version: 1,
    workspace,
    state: state.kind,
    ...(state.kind === 'unavailable' && { reason: state.reason }),
    servers: state.kind === 'running' ? state.servers : [],
    ...(state.kind === 'running' && state.service !== undefined && { service: state.service }),
  };
}
