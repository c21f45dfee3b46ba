import { runningServices, type RunningService, type SharedState } from '@vybestack/llxprt-lsp-core';
import { ancestors } from './bridge/ancestors.js';
import { askAllSessions } from './bridge/sessions.js';

export interface UserServices {
  readonly services: readonly RunningService[];
  /** What listens and does not say how it is: process ids of hosts, paths of sockets. */
  readonly silent: readonly (number | string)[];
}

/**
 * The services of this user, in all workspaces: shared ones, and those of sessions that listen for
 * hooks. A service that one program has to itself, and that no hook asks, cannot be found.
 */
export async function userServices(): Promise<UserServices> {
  const [shared, sessions] = await Promise.all([runningServices(), askAllSessions()]);
  const pids = new Set(shared.services.map(({ pid }) => pid));
  const own = sessions.answered.flatMap(({ state, hostPid, client, since }): RunningService[] => {
    if (state.kind !== 'running' || state.service === undefined || pids.has(state.service.pid)) return [];
    const { pid, memory } = state.service;
    const host = client === undefined ? 'unknown host' : `${client.name} ${client.version}`;
    return [
      {
        workspace: state.workspaceRoot,
        pid,
        shared: false,
        memory,
        sessions: [{ host, pid: hostPid, since }],
        servers: state.servers.filter(({ root }) => root !== undefined),
      },
    ];
  });
  return {
    services: [
      ...shared.services.map(({ workspaceRoot, pid, memory, budget, sessions: joined, until, servers }) => ({
        workspace: workspaceRoot,
        pid,
        shared: true,
        memory,
        budget,
        sessions: joined,
        ...(until !== undefined && { until }),
        servers,
      })),
      ...own,
    ],
    silent: [...shared.silent, ...sessions.silent],
  };
}

export interface SharedHere {
  readonly service: SharedState;
  /** Of the host that is asked for, or that has started this process, or that joined last. */
  readonly session: SharedState['sessions'][number];
}

/**
 * The service that sessions of a workspace share. Those of hosts that run core in their own process
 * listen for no hook, so nothing else tells of them.
 *
 * @param hostPid only of this host
 */
export async function sharedHere(
  workspaceRoot: string,
  hostPid: number | undefined,
): Promise<SharedHere | undefined> {
  const { services } = await runningServices();
  const above = await ancestors(process.ppid);
  const distance = ({ pid }: SharedHere['session']): number =>
    above.includes(pid) ? above.indexOf(pid) : above.length;
  return services
    .filter((service) => service.workspaceRoot === workspaceRoot)
    .flatMap((service) => service.sessions.map((session) => ({ service, session })))
    .filter(({ session }) => hostPid === undefined || session.pid === hostPid)
    .sort((a, b) => distance(a.session) - distance(b.session) || b.session.since - a.session.since)[0];
}
