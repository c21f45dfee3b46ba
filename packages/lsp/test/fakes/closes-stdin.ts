/** Closes its stdin when asked anything about a text that says `DEAF`, and lives on without an ear. */

import { closeSync, readdirSync, readlinkSync } from 'node:fs';

import { NEVER, PULLS, serve } from './base.ts';
import { fullReport, order } from './language.ts';

setInterval(() => undefined, 2 ** 30);
process.stdin.on('error', () => undefined);

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument }) => {
    const text = server.text(textDocument.uri);
    if (order(text, 'DEAF') === undefined) return fullReport(text);
    // The runtime holds duplicates of it.
    const pipe = target('0');
    for (const fd of readdirSync('/proc/self/fd')) if (target(fd) === pipe) closeSync(Number(fd));
    server.report('deaf');
    return NEVER;
  },
});

/** Undefined for the descriptor that the listing itself was read from. */
function target(fd: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}
