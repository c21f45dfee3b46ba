import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { sidecar } from './paths.mjs';
import { which } from './which.mjs';

const program = process.platform === 'win32' ? 'bun.exe' : 'bun';

/**
 * Finds Bun as the library does: the one that LLXPRT_BUN names, the pinned one, the one on PATH.
 * @returns {{ path: string } | { missing: string }} `missing` says why and what to do
 */
export function findBun(env = process.env) {
  const named = env['LLXPRT_BUN'];
  if (named) {
    return existsSync(named)
      ? { path: named }
      : { missing: `LLXPRT_BUN names ${named}, which does not exist` };
  }
  const path = pinned().find((candidate) => existsSync(candidate)) ?? which(program, env);
  if (path) return { path };
  return {
    missing:
      `Bun for ${process.platform}-${process.arch} is missing: npm left out the optional package ` +
      '@oven/bun-*. ' +
      'Run "npm ci --include=optional" in packages/lsp, or name a Bun in LLXPRT_BUN',
  };
}

function pinned() {
  const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch;
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  // npm installs only the package that fits this machine's C library.
  const names = os === 'linux' ? [`bun-linux-${cpu}`, `bun-linux-${cpu}-musl`] : [`bun-${os}-${cpu}`];
  return names.map((name) => join(sidecar, 'node_modules', '@oven', name, 'bin', program));
}
