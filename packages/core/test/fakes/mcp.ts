/** The sidecar's end of the navigation channel, without the SDK: a line of JSON is a message. The fakes differ in what they answer. */
import { createReadStream, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { connect, endsWhenAsked, serve } from './protocol.js';

export interface McpMessage {
  id?: number;
  method: string;
  params?: {
    name?: string;
    arguments?: Record<string, unknown>;
    cursor?: string;
    requestId?: number;
    reason?: string;
  };
}

/** An Error is sent as a JSON-RPC error; `undefined` is no answer. */
export type Reply = object | Error | undefined;

const INITIALIZED = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'fake', version: '0' },
};

/** Answers the host, `initialize` included, and says that it is ready. */
export async function serveMcp(answer: (message: McpMessage) => Reply): Promise<void> {
  createInterface(createReadStream('', { fd: 3 })).on('line', (line) => {
    const message = JSON.parse(line) as McpMessage;
    const { id } = message;
    const reply = message.method === 'initialize' ? INITIALIZED : answer(message);
    if (id === undefined || reply === undefined) return;
    writeLine(
      reply instanceof Error
        ? { jsonrpc: '2.0', id, error: { code: -32603, message: reply.message } }
        : { jsonrpc: '2.0', id, result: reply },
    );
  });
  await serveHost();
}

/** The other channel: it is ready, and ends when it is told to. */
export async function serveHost(): Promise<void> {
  const connection = connect();
  endsWhenAsked(connection);
  await serve(connection);
}

export function writeLine(message: unknown): void {
  writeSync(4, `${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
}

export function tool(name: string, more: object = {}): object {
  return {
    name,
    title: `Title of ${name}`,
    description: `What ${name} does.`,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    ...more,
  };
}

export function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}
