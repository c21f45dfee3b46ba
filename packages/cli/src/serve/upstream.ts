import { LspServiceClient, type Catalog, type ResolvedLspConfig } from '@vybestack/llxprt-lsp-core';
import { setTimeout as delay } from 'node:timers/promises';
import { debugLogger } from '../session.js';
import { PassThrough, type PassThroughOptions } from './pass-through.js';

export interface UpstreamOptions {
  /** Absolute and real. */
  readonly workspaceRoot: string;
  readonly lsp: ResolvedLspConfig;
  readonly catalog: Catalog;
  readonly revisions: PassThroughOptions['revisions'];
  /** Ends it. */
  readonly signal: AbortSignal;
}

export interface Upstream {
  readonly passThrough: PassThrough;
  /** Resolves with what has happened when the service has ended on its own. */
  readonly died: Promise<string>;
}

/** The sidecar bounds its own waits; this much longer, ms, we wait for its answer. */
const ANSWER_MARGIN = 2000;
/** From the end of the sidecar's pipes to that of its process, ms. */
const EXIT_GRACE = 1000;

/**
 * Runs `work` with a service that serves this catalogue, and ends the service whatever happens: at the latest when `signal` aborts.
 *
 * @returns what `work` does, or why there is no service
 */
export async function withUpstream<T>(
  { workspaceRoot, lsp, catalog, revisions, signal }: UpstreamOptions,
  work: (upstream: Upstream) => Promise<T>,
): Promise<{ readonly kind: 'done'; readonly value: T } | { readonly kind: 'unavailable'; readonly reason: string }> {
  const service = new LspServiceClient({ workspaceRoot, config: lsp, logger: debugLogger, catalog });
  const stop = (): void => void service.shutdown();
  signal.addEventListener('abort', stop);
  try {
    const starting = service.start();
    if (signal.aborted) stop();
    await starting;
    const transport = await service.openMcpTransport();
    if (transport === undefined) return unavailable(service);
    const patience = Math.max(lsp.navigationTimeout, lsp.firstTouchTimeout, lsp.diagnosticTimeout) + ANSWER_MARGIN;
    let passThrough: PassThrough;
    try {
      passThrough = await PassThrough.connect(transport, { catalog, revisions, patience });
    } catch (error) {
      debugLogger.debug(`serve: no connection to the service: ${String(error)}`);
      await Promise.race([service.over, delay(EXIT_GRACE)]);
      return unavailable(service);
    }
    const died = passThrough.ended
      .then(() => Promise.race([service.over, delay(EXIT_GRACE, undefined, { ref: false })]))
      .then(() => service.getUnavailableReason() ?? 'service has closed its navigation channel');
    return { kind: 'done', value: await work({ passThrough, died }) };
  } finally {
    signal.removeEventListener('abort', stop);
    await service.shutdown();
  }
}

function unavailable(service: LspServiceClient): { kind: 'unavailable'; reason: string } {
  return { kind: 'unavailable', reason: service.getUnavailableReason() ?? 'service does not serve its tools' };
}
