/** Starts a process, which keeps its pipes open, and leaves it behind: crashing in initialize, or, with `--serve`, when it is told to exit. */

import { spawn } from 'node:child_process';

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

spawn('sleep', ['600'], { stdio: 'inherit' });

const server = await serve(PULLS, {
  ...(process.argv.includes('--serve') ? {} : { initialize: () => process.exit(1) }),
  'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
});
