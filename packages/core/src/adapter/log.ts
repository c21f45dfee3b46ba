import { debuglog } from 'node:util';
import type { DebugLogger } from '../host.js';
import { quoted } from '../support/escaped.js';

/** `NODE_DEBUG=llxprt-lsp` shows it on stderr. */
const log = debuglog('llxprt-lsp');

/** For programs and hosts that have no debug log. */
export const debugLogger: DebugLogger = { debug: (message) => log('%s', quoted(message)) };

/**
 * Returns the result of `work`, or undefined if it throws. An error of LSP goes to the debug log,
 * and the host goes on as without the adapter: in most hosts, a listener that throws before a tool
 * runs keeps that tool from running.
 */
export async function quietly<T>(what: string, work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    debugLogger.debug(`lsp: ${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
