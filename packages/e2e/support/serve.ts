import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { outcomeOf, start, type Outcome, type RunOptions } from './cli.js';

export interface Served {
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** What it has said when it listened. */
  readonly said: Readonly<Record<string, unknown>> & { readonly url: string; readonly token?: string };
  readonly child: ReturnType<typeof start>;
  readonly outcome: Promise<Outcome>;
}

/** Starts `llxprt-lsp serve --json` and waits until it listens. */
export async function serve(args: string[], options: RunOptions): Promise<Served> {
  const child = start(['serve', '--json', ...args], options);
  const outcome = outcomeOf(child);
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line) as Served['said'];
    const { url, token = options.env?.['LLXPRT_LSP_TOKEN'] ?? '' } = said;
    return { url, token, port: Number(new URL(url).port), said, child, outcome };
  }
  throw new Error((await outcome).stderr);
}

/** The MCP SDK's own client, connected. */
export async function connect({ url, token }: Pick<Served, 'url' | 'token'>): Promise<Client> {
  const client = new Client({ name: 'end to end', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
  onTestFinished(() => client.close());
  return client;
}
