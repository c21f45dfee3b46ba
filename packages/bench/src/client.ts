import { LSP_DEFAULTS, LspServiceClient, type LspConfig } from '@vybestack/llxprt-lsp-core';
import { SERVERS } from './servers.js';
import type { ServerKind } from './subjects/subject.js';

/** Above everything that is measured: what takes longer than the product would wait is slow, not wrong. */
const PATIENCE_MS = 180_000;

/** Settings with which a late answer is waited for. */
export const PATIENT = {
  diagnosticTimeout: PATIENCE_MS,
  firstTouchTimeout: PATIENCE_MS,
  linterGrace: PATIENCE_MS,
  navigationTimeout: PATIENCE_MS,
} satisfies LspConfig;

/**
 * A session's service, as a host starts it.
 *
 * @param config besides the default settings
 * @param log is given what it says
 */
export async function startClient(
  workspaceRoot: string,
  config: LspConfig = {},
  log: (line: string) => void = () => undefined,
): Promise<LspServiceClient> {
  const client = new LspServiceClient({
    workspaceRoot,
    config: { ...LSP_DEFAULTS, ...config },
    logger: { debug: log },
  });
  await client.start();
  if (!client.isAlive())
    throw new Error(`the sidecar did not start: ${client.getUnavailableReason() ?? 'unknown'}`);
  // It says ready before it has loaded everything; a session's first edit comes long after.
  await client.getDiagnosticEpoch();
  return client;
}

/** Of the servers that are measured, this one alone. */
export function serverAlone(kind: ServerKind, workspace: string): Required<LspConfig>['servers'] {
  const { id, env } = SERVERS[kind];
  const others = Object.values(SERVERS).filter((other) => other.id !== id);
  return {
    ...Object.fromEntries(others.map((other) => [other.id, { enabled: false }])),
    [id]: { env: { ...env(workspace) } },
  };
}

export interface Timed<T> {
  readonly value: T;
  readonly ms: number;
}

export async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}
