/** Starts a process and leaves it behind: crashing in initialize, or, with `--serve`, when it is told to exit. */

import { spawn } from 'node:child_process';

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

spawn('sleep', ['600'], { stdio: 'ignore' });

const server = await serve(PULLS, {
  ...(process.argv.includes('--serve') ? {} : { initialize: () => process.exit(1) }),
  'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
});
