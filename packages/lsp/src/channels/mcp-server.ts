import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../log.ts';
import type { Orchestrator } from '../service/orchestrator.ts';
import type { Diagnostic } from '../types.ts';

export interface HostPipes {
  /** What has been read already. */
  readonly first: Uint8Array;
  readonly rest: AsyncIterator<Uint8Array>;
  write(text: string): void;
}

/** Serves MCP until the host closes its end. */
export async function serveMcp(orchestrator: Orchestrator, host: HostPipes, log: Log): Promise<void> {
  const server = new McpServer({ name: 'llxprt-code-lsp', version: '0.1.0' });
  // REQ-NAV-060
  server.registerTool(
    'lsp_diagnostics',
    {
      title: 'Known diagnostics',
      description: 'What the running language servers report for every file they know problems of, by workspace-relative path.',
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ signal }) => toResult(await orchestrator.diagnostics(signal)),
  );
  const transport = new PipeTransport(host, log);
  await server.connect(transport);
  await transport.read();
}

/** Newline-delimited JSON, as the SDK frames it. */
class PipeTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #buffer = new ReadBuffer();

  constructor(
    private readonly host: HostPipes,
    private readonly log: Log,
  ) {}

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.host.write(serializeMessage(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  /** Returns at the end of the stream. */
  async read(): Promise<void> {
    this.#receive(this.host.first);
    for (let next = await this.host.rest.next(); next.done !== true; next = await this.host.rest.next()) this.#receive(next.value);
    await this.close();
  }

  #receive(chunk: Uint8Array): void {
    this.#buffer.append(Buffer.from(chunk));
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        // One bad line; the next may be a message again.
        this.log(`mcp: not a message: ${String(error)}`);
      }
    }
  }
}

/** integration-contracts, contract 2. */
function toResult(known: Record<string, Diagnostic[]>): CallToolResult {
  const diagnostics = Object.fromEntries(
    Object.entries(known).map(([file, list]) => [
      file,
      list.map(({ line, character, severity, message, code }) => ({ line, character, severity, message, ...(code === undefined ? {} : { code }) })),
    ]),
  );
  const structuredContent = { diagnostics };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
