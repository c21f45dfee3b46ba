import { debuglog } from 'node:util';
import type { DebugLogger } from '@vybestack/llxprt-lsp-core';

/** `NODE_DEBUG=llxprt-lsp` shows it on stderr. */
const log = debuglog('llxprt-lsp');
export const logger: DebugLogger = { debug: (message) => log('%s', message) };

/**
 * Returns the result of `work`, or undefined if it throws. An error of LSP goes to the debug log,
 * and pi goes on as without the extension: an extension that throws before a tool runs would keep
 * that tool from running.
 */
export async function quietly<T>(what: string, work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    logger.debug(`lsp: ${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
