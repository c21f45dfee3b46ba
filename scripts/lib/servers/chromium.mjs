import process from 'node:process';
import { run } from '../process.mjs';
import { which } from '../which.mjs';
import { answers, tail } from './server.mjs';

/** The names that distributions use. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Absolute. */
export function chromiumPath() {
  for (const name of NAMES) {
    const path = which(name);
    if (path) return path;
  }
  return undefined;
}

/**
 * The browser that pages of traces are tested in. A browser cannot be unpacked beside others, so it
 * is the system's own, and is installed only by root.
 * @type {import('./server.mjs').Server}
 */
export const chromium = {
  name: 'chromium',
  pinned: 'as the distribution has it',
  needs: 'apt-get, as root',
  optional: true,
  version: async () => {
    const path = chromiumPath();
    if (path === undefined) return undefined;
    const { code, output } = await run(path, ['--version', '--no-sandbox'], {
      cwd: process.cwd(),
      timeoutMs: 30_000,
    });
    return code === 0 ? /\d+(?:\.\d+)+/.exec(output)?.[0] : undefined;
  },
  obstacle: async () => {
    if (process.getuid?.() !== 0) return 'installing a browser is for root';
    return (await answers('apt-get', '--version')) ? undefined : 'no apt-get';
  },
  install: async ({ scratch }) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
    for (const args of [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
    ]) {
      const { code, output } = await run('apt-get', args, { cwd: scratch, env });
      if (code !== 0) return tail(output);
    }
    return undefined;
  },
};
