import { fstatSync } from 'node:fs';
import { byteWriter } from '../../support/byte-writer.ts';
import { type ByteStreams, ErrorCodes } from '../../jsonrpc/connection.ts';
import type { Log } from '../../support/log.ts';
import type { Bootstrap } from '../../types.ts';
import { type Catalogue, ProtocolError } from '../tools/catalogue.ts';
import type { Sources } from '../tools/sources.ts';

/** The host writes MCP to fd3 and reads it from fd4 (REQ-ARCH-030). */
const FROM_HOST = 3;
const TO_HOST = 4;

/**
 * The set of tools to serve: `lsp_*`, made for models, or `vscode.lsp.*`, by the gateway's
 * contract.
 */
export type Catalog = NonNullable<Bootstrap['catalog']>;

/**
 * The navigation channel: MCP on two further pipes, with the orchestrator that also serves
 * diagnostics (REQ-ARCH-040).
 *
 * Many sessions never use it, and its SDK is larger than everything else. So the SDK is loaded when
 * the host sends its first message.
 */
export async function openMcpChannel(catalog: Catalog, sources: Sources, log: Log): Promise<void> {
  if (![FROM_HOST, TO_HOST].every(isPipe)) return;
  await serveMcpOn(catalog, sources, { readable: Bun.file(FROM_HOST).stream(), write: byteWriter(Bun.file(TO_HOST).writer()) }, log);
}

/** The same on any connection. Resolves when the host has closed its end. */
export async function serveMcpOn(catalog: Catalog, sources: Sources, host: ByteStreams, log: Log): Promise<void> {
  try {
    const chunks = host.readable[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done === true) return;
    const [{ serveMcp }, served] = await Promise.all([import('./mcp-server.ts'), catalogueOf(catalog, sources)]);
    const write = (text: string): void => {
      host.write(text);
    };
    await serveMcp(served, { first: first.value, rest: chunks, write }, log);
  } catch (error) {
    log(`mcp: the channel is closed: ${String(error)}`);
  }
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
    const [{ vscodeCatalogue }, { invalidCall }] = await Promise.all([import('../tools/vscode/catalogue.ts'), import('../tools/vscode/errors.ts')]);
    return { tools: vscodeCatalogue(sources), refusal: invalidCall };
  }
  const { lspCatalogue } = await import('../tools/lsp/catalogue.ts');
  return { tools: lspCatalogue(sources), refusal: (problem) => new ProtocolError(ErrorCodes.InvalidParams, problem) };
}
