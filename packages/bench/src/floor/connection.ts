import { once } from 'node:events';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import type { ServerMeans } from './means.js';
import { killGroup, startProcess, type FloorProcess } from './process.js';

/** A language server that was spawned, without anything around it. */
export interface ServerConnection {
  readonly pid: number;
  readonly connection: MessageConnection;
  /** Resolves when the server has registered for `textDocument/diagnostic`. */
  readonly pullRegistered: Promise<void>;
  close(): Promise<void>;
}

const GRACE_MS = 2000;

/** The least that a client of diagnostics can do. */
const DIAGNOSTICS = {
  workspace: { configuration: true, workspaceFolders: true },
  textDocument: { synchronization: {}, publishDiagnostics: {}, diagnostic: { dynamicRegistration: true } },
};

/**
 * Spawns the server and takes it to `initialized`.
 *
 * @param capabilities what the client can do: servers do more for one that can do more
 */
export async function connect(
  means: ServerMeans,
  workspace: string,
  capabilities: object = DIAGNOSTICS,
): Promise<ServerConnection> {
  const child = await startProcess(means.command, means.args, { cwd: workspace, env: means.env });
  child.stderr.resume();
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const pullRegistered = answerRequests(connection, means);
  connection.listen();
  const rootUri = pathToFileURL(workspace).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: basename(workspace) }],
    capabilities,
    initializationOptions: means.initializationOptions,
  });
  await connection.sendNotification('initialized', {});
  return { pid: child.pid, connection, pullRegistered, close: () => close(child, connection) };
}

interface Registrations {
  readonly registrations: readonly { readonly method: string }[];
}

function answerRequests(connection: MessageConnection, means: ServerMeans): Promise<void> {
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly { section?: string }[] }) =>
    items.map(({ section }) => means.configuration(section ?? '')),
  );
  // Everything else that these servers ask for is told rather than asked.
  connection.onRequest(() => null);
  return new Promise((resolve) => {
    connection.onRequest('client/registerCapability', ({ registrations }: Registrations) => {
      if (registrations.some(({ method }) => method === 'textDocument/diagnostic')) resolve();
      return null;
    });
  });
}

async function close(child: FloorProcess, connection: MessageConnection): Promise<void> {
  const exited = once(child, 'exit');
  const timer = setTimeout(() => killGroup(child.pid), GRACE_MS);
  try {
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
  } catch {
    // It is leaving already.
  }
  await exited;
  clearTimeout(timer);
  connection.dispose();
}
