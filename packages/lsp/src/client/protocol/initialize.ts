import type { InitializeParams } from 'vscode-languageserver-protocol';
import type { Connection } from '../../jsonrpc/connection.ts';
import { toUri } from '../../support/paths.ts';
import { withinMs } from '../../support/within-ms.ts';
import { CLIENT_CAPABILITIES } from './capabilities.ts';
import type { ServerLaunch } from '../process/launch.ts';
import { readInitializeResult, type ServerCapabilities } from './server-capabilities.ts';
import { workspaceFolder } from './server-requests.ts';

/** `closed`: the connection ended first; the exit of the process says why. */
export type Initialized =
  | { readonly kind: 'active'; readonly capabilities: ServerCapabilities }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'closed' };

export interface InitializeOptions {
  readonly launch: ServerLaunch;
  /** How long the server may take to answer, ms. */
  readonly startLimit: number;
  /** Resolves when the server asks for its settings. */
  readonly configured: Promise<void>;
}

/** How long to wait for the request of a server that asks for its settings first, ms. */
const ASKS_WITHIN = 5000;

/** The first messages to a server, up to where it takes requests. Never rejects. */
export async function initialize(
  connection: Connection,
  { launch, startLimit, configured }: InitializeOptions,
): Promise<Initialized> {
  const reply = await connection.request(
    'initialize',
    initializeParams(launch),
    AbortSignal.timeout(startLimit),
  );
  switch (reply.kind) {
    case 'result':
      connection.notify('initialized', {});
      if (launch.settings !== undefined)
        connection.notify('workspace/didChangeConfiguration', { settings: launch.settings });
      if (launch.needsConfigurationFirst) await untilConfigured(connection, configured);
      return { kind: 'active', capabilities: readInitializeResult(reply.result) };
    case 'error':
      return { kind: 'failed', reason: `initialize failed: ${reply.error.message}` };
    case 'cancelled':
      return { kind: 'failed', reason: `did not answer initialize within ${startLimit} ms` };
    case 'closed':
      return reply;
  }
}

async function untilConfigured(connection: Connection, configured: Promise<void>): Promise<void> {
  await Promise.race([withinMs(configured, ASKS_WITHIN), connection.closed]);
  // The answer is written at the end of this turn of the event loop.
  await Bun.sleep(0);
}

function initializeParams({ root, initializationOptions }: ServerLaunch): InitializeParams {
  return {
    // Many servers watch this process and exit when it dies.
    processId: process.pid,
    clientInfo: { name: 'llxprt-code-lsp' },
    locale: 'en',
    rootPath: root,
    rootUri: toUri(root),
    workspaceFolders: [workspaceFolder(root)],
    capabilities: CLIENT_CAPABILITIES,
    initializationOptions,
  };
}
