import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { PassThrough, type PassThroughOptions } from '../../src/serve/pass-through.js';

export const TOOLS = [
  {
    name: 'one',
    description: 'The first one.',
    inputSchema: { type: 'object', 'x-odd': [1] },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
  { name: 'two', inputSchema: { type: 'object' } },
];

type Answer =
  { result: Record<string, unknown> } | { error: { code: number; message: string; data?: unknown } };

/** The sidecar's end of a navigation channel: keeps what it is asked, and answers a call of a tool as a test says; undefined: never. */
export class FakeSidecar {
  readonly received: JSONRPCMessage[] = [];
  readonly #transport: InMemoryTransport;

  constructor(transport: InMemoryTransport, call: (request: JSONRPCRequest) => Answer | undefined) {
    this.#transport = transport;
    transport.onmessage = (message) => {
      this.received.push(message);
      if (!('method' in message) || !('id' in message)) return;
      const answer = message.method === 'tools/call' ? call(message) : { result: ofProtocol(message.method) };
      if (answer !== undefined) this.answer(message.id, answer);
    };
  }

  /** What it was asked to do, without the handshake. */
  calls(): JSONRPCRequest[] {
    return this.received.filter(
      (message): message is JSONRPCRequest => 'method' in message && message.method === 'tools/call',
    );
  }

  /** The ids of the calls that it was told to give up, and why. */
  cancelled(): unknown[] {
    return this.received.flatMap((message) =>
      'method' in message && message.method === 'notifications/cancelled' ? [message.params] : [],
    );
  }

  answer(id: string | number, answer: Answer): void {
    void this.#transport.send({ jsonrpc: '2.0', id, ...answer });
  }

  async die(): Promise<void> {
    await this.#transport.close();
  }
}

function ofProtocol(method: string): Record<string, unknown> {
  if (method !== 'initialize') return { tools: TOOLS };
  return {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'fake', version: '7' },
    instructions: 'Ask.',
  };
}

/** A pass-through in front of a fake sidecar. */
export async function passThroughTo(
  call: (request: JSONRPCRequest) => Answer | undefined,
  options: Partial<PassThroughOptions> = {},
): Promise<{ passThrough: PassThrough; sidecar: FakeSidecar }> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const sidecar = new FakeSidecar(theirs, call);
  await theirs.start();
  const passThrough = await PassThrough.connect(ours, {
    catalog: 'vscode',
    revisions: ['2025-11-25'],
    timeout: 5000,
    ...options,
  });
  onTestFinished(() => passThrough.close());
  return { passThrough, sidecar };
}
