/** Starts well, then closes its stdout when asked anything, and lives on without a voice. */

import { closeSync, readdirSync, readlinkSync } from 'node:fs';

import { NEVER, PULLS, serve } from './base.ts';

setInterval(() => undefined, 2 ** 30);

await serve(PULLS, {
  'textDocument/diagnostic': () => {
    // The runtime holds duplicates of it.
    const pipe = target('1');
    for (const fd of readdirSync('/proc/self/fd')) if (target(fd) === pipe) closeSync(Number(fd));
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
