import type { HostLspConfig, LspConfig, ServerConfig } from './types.ts';

/** What llxprt-code calls its own servers. */
const HOST_IDS: ReadonlyMap<string, string> = new Map([
  ['ts', 'typescript'],
  ['python', 'pyright'],
  ['rust', 'rust-analyzer'],
]);

/** Of two names of one setting, ours counts. */
export function inOurTerms({
  diagnosticsTimeoutMs,
  firstTouchTimeoutMs,
  navigationTimeoutMs,
  requestTimeoutMs: _,
  servers,
  ...rest
}: HostLspConfig): LspConfig {
  return {
    ...(diagnosticsTimeoutMs !== undefined && { diagnosticTimeout: diagnosticsTimeoutMs }),
    ...(firstTouchTimeoutMs !== undefined && { firstTouchTimeout: firstTouchTimeoutMs }),
    ...(navigationTimeoutMs !== undefined && { navigationTimeout: navigationTimeoutMs }),
    ...rest,
    ...(servers !== undefined && { servers: byId(servers) }),
  };
}

/** A server that says which files are its own is one of its own, whatever its id. */
function byId(servers: NonNullable<HostLspConfig['servers']>): Record<string, ServerConfig> {
  const given = Array.isArray(servers)
    ? servers.map(({ id, ...server }) => ({ id, server }))
    : Object.entries(servers).map(([id, server]) => ({ id, server }));
  const named = given.map(({ id, server }) => ({
    id,
    known: (server.extensions ?? []).length > 0 ? undefined : HOST_IDS.get(id),
    server,
  }));
  const result = new Map<string, ServerConfig>();
  for (const { id, known, server } of named.toSorted(
    (a, b) => Number(b.known !== undefined) - Number(a.known !== undefined),
  )) {
    result.set(known ?? id, { ...result.get(known ?? id), ...server });
  }
  return Object.fromEntries(result);
}
