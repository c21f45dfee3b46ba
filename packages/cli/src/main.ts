#!/usr/bin/env node
import { LspServiceClient } from '@vybestack/llxprt-lsp-core';
import { processIo } from './io.js';
import { run } from './program.js';

const interruption = new AbortController();
let interruptedWith: number | undefined;

/** The first time, everything is ended in good order; the second time, at once. */
function interrupt(exitCode: number): void {
  if (interruptedWith !== undefined) {
    LspServiceClient.killAll();
    process.exit(exitCode);
  }
  interruptedWith = exitCode;
  interruption.abort();
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
for (const [signal, number] of Object.entries(SIGNALS)) process.on(signal, () => interrupt(128 + number));

// Nobody reads any more, as in `llxprt-lsp check | head`: what a C program is killed for without a word.
const SIGPIPE = 13;
process.stdout.on('error', () => {
  if (!interruption.signal.aborted) interrupt(128 + SIGPIPE);
});
process.stderr.on('error', () => undefined);

const exitCode = await run(processIo(interruption.signal), process.argv.slice(2));
process.exitCode = interruptedWith ?? exitCode;

/** How long what was said on stderr may then wait for a reader, ms: hosts hold that pipe and never read it. stdout's reader takes its time. */
const UNREAD = 500;
setInterval(() => {
  if (process.stdout.writableLength === 0) process.exit();
}, UNREAD).unref();
