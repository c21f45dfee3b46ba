import { BUILT_IN_SERVERS, type ServerConfig, WELL_KNOWN_SERVERS } from '../lsp/types.js';
import { nearest } from './nearest.js';
import { formatKey, type SettingsProblem } from './settings-problem.js';

type Servers = Record<string, ServerConfig>;

/** What is run for these ids is known without settings. */
const KNOWN: readonly string[] = [...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS];

/**
 * The user's servers with the workspace's switches. A custom server that could not be started or would never be asked
 * is dropped, and a switch that names no server at all.
 */
export function mergeServers(
  user: Servers,
  workspace: Record<string, Pick<ServerConfig, 'enabled'>>,
): { servers: Servers; problems: SettingsProblem[] } {
  const servers = new Map<string, ServerConfig>();
  const problems: SettingsProblem[] = [];
  for (const [id, server] of Object.entries(user)) {
    const message = whyUnusable(id, server);
    if (message === undefined) servers.set(id, server);
    else problems.push({ scope: 'user', key: formatKey(['servers', id]), message });
  }
  for (const [id, { enabled }] of Object.entries(workspace)) {
    const complain = (keys: string[], message: string): void =>
      void problems.push({ scope: 'workspace', key: formatKey(['servers', id, ...keys]), message });
    const known = servers.get(id);
    if (known === undefined && !KNOWN.includes(id)) complain([], noSuchServer(id, [...servers.keys()]));
    else if (enabled === true && known?.enabled === false)
      complain(['enabled'], 'cannot switch on what the user settings switch off');
    else if (enabled !== undefined) servers.set(id, { ...known, enabled });
  }
  return { servers: Object.fromEntries(servers), problems };
}

function whyUnusable(id: string, { command, extensions }: ServerConfig): string | undefined {
  if (KNOWN.includes(id)) return undefined;
  if (command === undefined && extensions === undefined) return noSuchServer(id, []);
  const lacking = [...(command === undefined ? ['"command"'] : []), ...(extensions?.length ? [] : ['"extensions"'])];
  return lacking.length === 0 ? undefined : `is ignored, because a custom server needs ${lacking.join(' and ')} too`;
}

function noSuchServer(id: string, custom: readonly string[]): string {
  const meant = nearest(id, [...KNOWN, ...custom]);
  const listed = [...BUILT_IN_SERVERS, ...custom.filter((other) => !KNOWN.includes(other))].join(', ');
  const instead =
    meant === undefined
      ? `there are ${listed}, and ${WELL_KNOWN_SERVERS.length} more that "llxprt-lsp doctor --all" lists.`
      : `did you mean "${meant}"?`;
  return `is not a server; ${instead} A custom one needs "command" and "extensions" in the user settings`;
}
