import { writeSync } from 'node:fs';

const isOn = /(^|,)llxprt-lsp(,|$)/.test(process.env['NODE_DEBUG'] ?? '');

/** Like node:util's debuglog, which takes some ms to load. */
export function debug(what: string): void {
  if (isOn) writeSync(2, `LLXPRT-LSP ${process.pid}: hook: ${what}\n`);
}
