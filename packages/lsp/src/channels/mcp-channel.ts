import { byteWriter } from '../byte-writer.ts';
import type { Log } from '../log.ts';
import type { Tool } from './catalogue.ts';
import type { Sources } from './sources.ts';

/** The host writes MCP to fd3 and reads it from fd4 (REQ-ARCH-030). */
const FROM_HOST = 3;
const TO_HOST = 4;

/** Whose tools are served: `lsp_*`, made for models, or `vscode.lsp.*`, by the gateway's contract. */
export type Catalog = 'lsp' | 'vscode';

/**
 * The navigation channel: MCP on two further pipes, over the orchestrator that also serves diagnostics (REQ-ARCH-040).
 *
 * Many sessions never use it, and its SDK weighs more than everything else, so it is loaded when the host first speaks.
 */
export async function openMcpChannel(catalog: Catalog, sources: Sources, log: Log): Promise<void> {
  try {
    const chunks = Bun.file(FROM_HOST).stream()[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done === true) return;
    const [{ serveMcp }, tools] = await Promise.all([import('./mcp-server.ts'), toolsOf(catalog, sources)]);
    await serveMcp(tools, { first: first.value, rest: chunks, write: byteWriter(Bun.file(TO_HOST).writer()) }, log);
  } catch (error) {
    log(`mcp: the channel is closed: ${String(error)}`);
  }
}

async function toolsOf(catalog: Catalog, sources: Sources): Promise<readonly Tool[]> {
  if (catalog === 'vscode') return (await import('./vscode/catalogue.ts')).vscodeCatalogue(sources);
  return (await import('./lsp/catalogue.ts')).lspCatalogue(sources);
}
