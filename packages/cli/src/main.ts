#!/usr/bin/env node
import { processIo } from './io.js';
import { run } from './program.js';

const interruption = new AbortController();
let interruptedWith: number | undefined;

/**
 * The first signal ends everything in good order. The second one ends it at once: core kills each
 * sidecar when this process exits.
 */
function interrupt(exitCode: number): void {
  if (interruptedWith !== undefined) process.exit(exitCode);
  interruptedWith = exitCode;
  interruption.abort();
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
for (const [signal, number] of Object.entries(SIGNALS)) process.on(signal, () => interrupt(128 + number));

// stdout's reader has gone, as in `llxprt-lsp check | head`. This signal kills a C program silently
// in that case.
const SIGPIPE = 13;
process.stdout.on('error', () => {
  if (!interruption.signal.aborted) interrupt(128 + SIGPIPE);
});
process.stderr.on('error', () => undefined);

const exitCode = await run(processIo(interruption.signal), process.argv.slice(2));
process.exitCode = interruptedWith ?? exitCode;

/**
 * How long unread stderr output may delay the exit, ms: hosts hold that pipe and never read it.
 * stdout's reader has no such limit.
 */
const UNREAD = 500;
setInterval(() => {
  if (process.stdout.writableLength === 0) process.exit();
}, UNREAD).unref();
