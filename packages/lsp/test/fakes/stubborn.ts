/** Ignores `exit`, the end of stdin and every signal that can be ignored, and has a child that does so too. With `--mute` it never answers initialize either. */

import { spawn } from 'node:child_process';

import { NEVER, PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
setInterval(() => undefined, 2 ** 30);

const [mode] = process.argv.slice(2);

if (mode === '--child') {
  process.stdout.write('deaf');
} else {
  const child = spawn(process.execPath, [import.meta.path, '--child'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const server = await serve(PULLS, {
    ...(mode === '--mute' ? { initialize: () => NEVER } : {}),
    shutdown: () => NEVER,
    exit: () => undefined,
    'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
  });
  process.stdin.removeAllListeners('end');
}
