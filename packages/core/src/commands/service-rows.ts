import { counted } from '../support/counted.js';
import { type Escaped, escaped, inline, joined } from '../support/escaped.js';
import type { ServerStatus } from '../lsp/types.js';
import { age, size } from './metrics-text.js';

/** A service of the user, in any workspace. */
export interface RunningService {
  readonly workspace: string;
  readonly pid: number;
  /** Whether further sessions may join it. */
  readonly shared: boolean;
  /** Of its own process, bytes. */
  readonly memory: number;
  /** What all servers of the user may take together, bytes; absent where only one service knows of it. */
  readonly budget?: number;
  /** `since`: ms since 1970. */
  readonly sessions: readonly { readonly host: string; readonly pid: number; readonly since: number }[];
  /** When it ends unless a session comes, ms since 1970. Absent while there is one. */
  readonly until?: number;
  /** Those that run or are broken. */
  readonly servers: readonly ServerStatus[];
}

/**
 * The lines about the services of a user, without a line break at the end.
 *
 * @param now ms since 1970
 */
export function formatServices(services: readonly RunningService[], now: number): Escaped {
  const total = services.reduce((sum, { memory, servers }) => sum + memory + sizeOf(servers), 0);
  const title =
    services.length === 0
      ? escaped`Services of this user: none`
      : escaped`Services of this user: ${services.length}, ${size(total)} with their servers`;
  return joined([title, ...services.flatMap((service) => linesOf(service, now))], '\n');
}

function linesOf(
  { workspace, pid, shared, memory, budget, sessions, until, servers }: RunningService,
  now: number,
): Escaped[] {
  const about = [
    ...(shared ? [escaped`shared`] : []),
    escaped`pid ${pid}`,
    size(memory),
    counted(sessions.length, 'session'),
    counted(servers.length, 'server'),
    ...(budget === undefined ? [] : [escaped`budget ${size(budget)}`]),
    ...(until === undefined
      ? []
      : [escaped`ends in ${age(Math.max(0, until - now))} unless a session comes`]),
  ];
  return [
    escaped`${inline(workspace)}: ${joined(about, ', ')}`,
    ...sessions.map(
      ({ host, pid: its, since }) =>
        escaped`  session  ${inline(host)}, process ${its}, for ${age(Math.max(0, now - since))}`,
    ),
    ...servers.map(({ id, root, status, serverPid, metrics }) => {
      const facts = [
        escaped`${status}`,
        ...(serverPid === undefined ? [] : [escaped`pid ${serverPid}`]),
        ...(metrics?.memory === undefined ? [] : [size(metrics.memory)]),
      ];
      const at = root === undefined ? '' : escaped` at ${inline(root)}`;
      return escaped`  server   ${inline(id)}${at}: ${joined(facts, ', ')}`;
    }),
  ];
}

function sizeOf(servers: readonly ServerStatus[]): number {
  return servers.reduce((sum, { metrics }) => sum + (metrics?.memory ?? 0), 0);
}
