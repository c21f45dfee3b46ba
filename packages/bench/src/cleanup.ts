import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LspServiceClient } from '@vybestack/llxprt-lsp-core';
import { killAllFloors } from './floor/process.js';

/** A folder that is gone when this process is, and all servers with it, however it ends. */
export function scratchFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-bench-')));
  process.once('exit', () => {
    LspServiceClient.killAll();
    killAllFloors();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => process.exit(code));
  }
  return folder;
}
