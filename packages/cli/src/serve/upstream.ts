import {
  debugLogger,
  toolTimeout,
  type Catalog,
  type LspServiceClient,
  type ResolvedLspConfig,
} from '@vybestack/llxprt-lsp-core';
import { setTimeout as delay } from 'node:timers/promises';
import { PassThrough, type PassThroughOptions } from './pass-through.js';

export interface ConnectOptions {
  readonly lsp: ResolvedLspConfig;
  readonly catalog: Catalog;
  readonly revisions: PassThroughOptions['revisions'];
}

export interface Upstream {
  readonly passThrough: PassThrough;
  /** Resolves with the reason when the service has ended on its own. */
  readonly died: Promise<string>;
}

/** The sidecar bounds its own waits. The deadline for its answer is this much longer, ms. */
const ANSWER_MARGIN = 2000;
/** From the end of the sidecar's pipes to the end of its process, ms. */
const EXIT_GRACE = 1000;

type Connected =
  | { readonly kind: 'connected'; readonly upstream: Upstream }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Connects to the navigation channel of a started service. To be called once: there is one channel.
 */
export async function connectUpstream(
  service: LspServiceClient,
  { lsp, catalog, revisions }: ConnectOptions,
): Promise<Connected> {
  const transport = await service.openMcpTransport();
  if (transport === undefined) return unavailable(service);
  const timeout =
    Math.max(lsp.navigationTimeout, lsp.firstTouchTimeout, lsp.diagnosticTimeout) + ANSWER_MARGIN;
  let passThrough: PassThrough;
  try {
    passThrough = await PassThrough.connect(transport, {
      catalog,
      revisions,
      timeout,
      timeoutFor: (tool) => Math.max(timeout, toolTimeout(tool, lsp) + ANSWER_MARGIN),
    });
  } catch (error) {
    debugLogger.debug(`serve: no connection to the service: ${String(error)}`);
    await Promise.race([service.over, delay(EXIT_GRACE, undefined, { ref: false })]);
    return unavailable(service);
  }
  const died = passThrough.ended
    .then(() => Promise.race([service.over, delay(EXIT_GRACE, undefined, { ref: false })]))
    .then(() => service.getUnavailableReason() ?? 'service has closed its navigation channel');
  return { kind: 'connected', upstream: { passThrough, died } };
}

function unavailable(service: LspServiceClient): Connected {
  return {
    kind: 'unavailable',
    reason: service.getUnavailableReason() ?? 'service does not serve its tools',
  };
}
