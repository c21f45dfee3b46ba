/** Leaves only if told so in order, `shutdown` and then `exit`: without the first it ignores the second, and the end of stdin it ignores anyway. */

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

let shutDown = false;
setInterval(() => undefined, 2 ** 30);

const server = await serve(PULLS, {
  shutdown: (params) => {
    // Some servers refuse params here, an empty object too.
    shutDown = params === undefined;
    return null;
  },
  exit: () => {
    if (!shutDown) return;
    server.report('left in order');
    process.exit(0);
  },
  'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
});
process.stdin.removeAllListeners('end');
