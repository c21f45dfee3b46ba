import { debugLogger, LspServiceClient, toolTimeout, type Catalog, type ResolvedLspConfig } from '@vybestack/llxprt-lsp-core';
import { setTimeout as delay } from 'node:timers/promises';
import { PassThrough, type PassThroughOptions } from './pass-through.js';

export interface ConnectOptions {
  readonly lsp: ResolvedLspConfig;
  readonly catalog: Catalog;
  readonly revisions: PassThroughOptions['revisions'];
}

export interface UpstreamOptions extends ConnectOptions {
  /** Absolute and real. */
  readonly workspaceRoot: string;
  /** Whether the host trusts the workspace; undefined where the host passes nothing. */
  readonly trusted?: boolean | undefined;
  /** Ends the service. */
  readonly signal: AbortSignal;
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

type Outcome<K extends string, T> = ({ readonly kind: K } & T) | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Runs `work` with a service that serves this catalogue. The service ends with `work`, even if that
 * throws, and at the latest when `signal` aborts.
 *
 * @returns what `work` returns, or why there is no service
 */
export async function withUpstream<T>(
  { workspaceRoot, trusted, signal, ...options }: UpstreamOptions,
  work: (upstream: Upstream) => Promise<T>,
): Promise<Outcome<'done', { readonly value: T }>> {
  const service = new LspServiceClient({ workspaceRoot, trusted, config: options.lsp, logger: debugLogger, catalog: options.catalog });
  const stop = (): void => void service.shutdown();
  signal.addEventListener('abort', stop);
  try {
    const starting = service.start();
    if (signal.aborted) stop();
    await starting;
    const connected = await connectUpstream(service, options);
    return connected.kind === 'connected' ? { kind: 'done', value: await work(connected.upstream) } : connected;
  } finally {
    signal.removeEventListener('abort', stop);
    await service.shutdown();
  }
}

/**
 * Connects to the navigation channel of a started service. To be called once: there is one channel.
 */
export async function connectUpstream(service: LspServiceClient, { lsp, catalog, revisions }: ConnectOptions): Promise<Outcome<'connected', { readonly upstream: Upstream }>> {
  const transport = await service.openMcpTransport();
  if (transport === undefined) return unavailable(service);
  const timeout = Math.max(lsp.navigationTimeout, lsp.firstTouchTimeout, lsp.diagnosticTimeout) + ANSWER_MARGIN;
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

function unavailable(service: LspServiceClient): { readonly kind: 'unavailable'; readonly reason: string } {
  return { kind: 'unavailable', reason: service.getUnavailableReason() ?? 'service does not serve its tools' };
}
