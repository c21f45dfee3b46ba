import { fstatSync } from 'node:fs';
import { byteWriter } from '../../support/byte-writer.ts';
import { type ByteStreams, ErrorCodes } from '../../jsonrpc/connection.ts';
import type { Log } from '../../support/log.ts';
import type { Bootstrap } from '../../types.ts';
import { type Catalogue, ProtocolError } from '../tools/catalogue.ts';
import { once } from '../tools/once.ts';
import type { Sources } from '../tools/sources.ts';
import { McpServer } from './mcp-server.ts';

/**
 * The set of tools to serve: `lsp_*`, made for models, or `vscode.lsp.*`, by the gateway's
 * contract.
 */
export type Catalog = NonNullable<Bootstrap['catalog']>;

export interface McpOptions {
  readonly catalog: Catalog;
  /** Asked for at the first call of a tool. */
  readonly sources: () => Promise<Sources>;
  /** Called when the client has the list of tools. */
  readonly wasListed?: () => void;
}

/** Whether the host has opened the two pipes of the navigation channel (REQ-ARCH-030). */
export function hasMcpChannel(): boolean {
  return [3, 4].every(isPipe);
}

/**
 * The navigation channel: MCP on two further pipes, with the orchestrator that also serves
 * diagnostics (REQ-ARCH-040).
 */
export async function openMcpChannel(options: McpOptions, log: Log): Promise<void> {
  const host = await hostPipes();
  if (host !== undefined) await serveMcpOn(options, host, log);
}

/** The same on any connection. Resolves when the host has closed its end. */
export async function serveMcpOn(
  { catalog, sources, ...events }: McpOptions,
  host: ByteStreams,
  log: Log,
): Promise<void> {
  const listed = async (): Promise<readonly object[]> =>
    (await import('../../../schemas/tools.json')).default[catalog];
  // It holds the pages of lists.
  const catalogue = once(async () => await catalogueOf(catalog, await sources()));
  try {
    await new McpServer({ ...events, listed, catalogue }, host, log).serve();
  } catch (error) {
    log(`mcp: the channel is closed: ${String(error)}`);
  }
}

/**
 * The host may write to fd3 and read from fd4, or the other way round: Node's further pipes are
 * pairs of sockets, which go in both directions. The first message says which it is.
 *
 * @returns undefined if the host closes both before it says anything
 */
async function hostPipes(): Promise<ByteStreams | undefined> {
  const ways = [
    { from: 3, to: 4 },
    { from: 4, to: 3 },
  ];
  const spoken = ways.map(async ({ from, to }) => {
    const chunks = Bun.file(from).stream()[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done === true) throw new Error('closed');
    return { first: first.value, chunks, to };
  });
  // A pipe that only takes what is written to it cannot be read: that is the other one's turn.
  const way = await Promise.any(spoken).catch(() => undefined);
  if (way === undefined) return undefined;
  const { first, chunks, to } = way;
  async function* readable(): AsyncGenerator<Uint8Array> {
    yield first;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  }
  return { readable: readable(), write: byteWriter(Bun.file(to).writer()) };
}

/**
 * If the host does not open a descriptor, its number belongs to something else: to the runtime, or
 * to a file of the shell.
 */
function isPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

async function catalogueOf(catalog: Catalog, sources: Sources): Promise<Catalogue> {
  if (catalog === 'vscode') {
    const [{ vscodeCatalogue }, { invalidCall }] = await Promise.all([
      import('../tools/vscode/catalogue.ts'),
      import('../tools/vscode/errors.ts'),
    ]);
    return { tools: vscodeCatalogue(sources), refusal: invalidCall };
  }
  const { lspCatalogue } = await import('../tools/lsp/catalogue.ts');
  return {
    tools: lspCatalogue(sources),
    refusal: (problem) => new ProtocolError(ErrorCodes.InvalidParams, problem),
  };
}
