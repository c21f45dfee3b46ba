import {
  debugLogger,
  LspServiceClient,
  SEVERITIES,
  type Catalog,
  type ResolvedLspConfig,
  type Severity,
} from '@vybestack/llxprt-lsp-core';
import type { ExitCode, Io } from '../io.js';
import { openSettings, trouble, whileItRuns, type WorkspaceOptions } from '../session.js';
import { PROTOCOL_REVISION, PROTOCOL_REVISIONS } from './limits.js';
import type { PassThroughOptions } from './pass-through.js';
import { serveHttp } from './serve-http.js';
import { serveStdio } from './serve-stdio.js';
import type { HttpOptions, Serving } from './serving.js';
import { takeToken } from './token.js';
import { connectUpstream } from './upstream.js';

export interface ServeOptions extends WorkspaceOptions {
  readonly catalog: Catalog;
  /** HTTP for any number of clients, or stdin and stdout for one client. */
  readonly transport: HttpOptions | 'stdio';
  /** Which diagnostics are served; undefined: the catalogue's default. */
  readonly severity: readonly Severity[] | undefined;
}

/**
 * `llxprt-lsp serve`: serves the sidecar's tools to MCP clients until the command is interrupted,
 * the client hangs up (stdio) or the service dies.
 */
export async function serve(io: Io, options: ServeOptions, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const { catalog, transport } = options;
  // First, so that no process that is started later inherits the token.
  const token = takeToken(env);
  let serveClients: (serving: Serving) => Promise<ExitCode>;
  if (transport === 'stdio') serveClients = serveStdio;
  else if (token.kind === 'invalid') return trouble(io, token.problem);
  else serveClients = (serving) => serveHttp(serving, transport, token);

  const opened = openSettings(io, options);
  if (opened === undefined) return 2;
  const { workspaceRoot, trusted } = opened;
  if (opened.lsp === false) return trouble(io, 'LSP disabled by configuration');
  const lsp = forServing(opened.lsp, options);
  const service = new LspServiceClient({ workspaceRoot, trusted, config: lsp, logger: debugLogger, catalog });
  const served = await whileItRuns(
    { start: () => service.start(), end: () => service.shutdown() },
    io.signal,
    async () => {
      const connected = await connectUpstream(service, { lsp, catalog, revisions: revisionsFor(options) });
      return connected.kind === 'connected'
        ? serveClients({ io, upstream: connected.upstream, catalog, workspaceRoot })
        : connected.reason;
    },
  );
  if (typeof served === 'number') return served;
  return io.signal.aborted ? 2 : trouble(io, `LSP unavailable: ${served}`);
}

/**
 * `serve` always turns the navigation tools on. Programs get all severities and choose among the
 * diagnostics themselves (gateway contract, sections 7.6 and 7.7).
 */
function forServing(lsp: ResolvedLspConfig, { catalog, severity }: ServeOptions): ResolvedLspConfig {
  const includeSeverities = severity ?? (catalog === 'vscode' ? SEVERITIES : lsp.includeSeverities);
  return { ...lsp, navigationTools: true, includeSeverities: [...includeSeverities] };
}

/** The gateway contract allows one revision. The hosts of models may be older. */
function revisionsFor({ catalog }: ServeOptions): PassThroughOptions['revisions'] {
  return catalog === 'lsp' ? PROTOCOL_REVISIONS : [PROTOCOL_REVISION];
}
