import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { FdTransport } from '../../src/lsp/fd-transport.js';
import { LspServiceClient } from '../../src/lsp/lsp-service-client.js';
import { LSP_DEFAULTS } from '../../src/lsp/types.js';
import { connect } from '../floor/connection.js';
import { meansOf } from '../floor/means.js';
import { SERVERS } from '../servers.js';
import type { ServerKind } from '../subjects/subject.js';
import type { Question } from './questions.js';
import type { Position } from '../floor/change.js';

/** Above everything that is measured. */
const PATIENCE_MS = 180_000;

/** Somebody to ask the way. Resolves to how many results there are; undefined for questions whose answer is no list. */
export interface Guide {
  ask(question: Question, target: Target): Promise<number | undefined>;
  close(): Promise<void>;
}

export interface Target {
  /** Relative to the workspace. */
  readonly file: string;
  readonly name: string;
  readonly at: Position;
}

/** A host's way: an MCP client on the pipes of the sidecar. */
export async function startOurs(kind: ServerKind, workspace: string): Promise<Guide> {
  const { id, env } = SERVERS[kind];
  const others = Object.values(SERVERS).filter((other) => other.id !== id);
  const service = new LspServiceClient({
    workspaceRoot: workspace,
    config: {
      ...LSP_DEFAULTS,
      servers: { ...Object.fromEntries(others.map((other) => [other.id, { enabled: false }])), [id]: { env: { ...env(workspace) } } },
      firstTouchTimeout: PATIENCE_MS,
      navigationTimeout: PATIENCE_MS,
    },
    logger: { debug: () => undefined },
  });
  await service.start();
  const streams = service.getMcpTransportStreams();
  if (streams === undefined) throw new Error(`the sidecar did not start: ${service.getUnavailableReason() ?? 'unknown'}`);
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(new FdTransport(streams));
  // Its client checks every answer by the tool's output schema, as hosts' clients do.
  await client.listTools();
  return {
    async ask({ tool, input }, { file, name, at }) {
      const result = await client.callTool({ name: tool, arguments: input(file, at, name) }, undefined, { timeout: PATIENCE_MS });
      if (result.isError === true) throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
      const { locations, symbols, total } = result.structuredContent as { locations?: unknown[]; symbols?: unknown[]; total?: number };
      return total ?? (locations ?? symbols)?.length;
    },
    close: () => service.shutdown(),
  };
}

/** The least that a client can do: the document open, and the request. */
export async function startDirect(kind: ServerKind, workspace: string, file: string): Promise<Guide> {
  const means = meansOf(kind, workspace);
  if (means.kind !== 'server') throw new Error(`${kind} is no language server`);
  const server = await connect(means, workspace);
  const uri = pathToFileURL(join(workspace, file)).href;
  const textDocument = { uri, languageId: means.languageId, version: 1, text: readFileSync(join(workspace, file), 'utf8') };
  await server.connection.sendNotification('textDocument/didOpen', { textDocument });
  return { ask: ({ method, params }, { at, name }) => count(server.connection, method, params(uri, at, name)), close: () => server.close() };
}

async function count(connection: MessageConnection, method: string, params: object): Promise<number | undefined> {
  const result = await connection.sendRequest<unknown>(method, params);
  return Array.isArray(result) ? result.length : undefined;
}
