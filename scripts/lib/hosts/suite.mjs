import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { hostTitles } from './index.mjs';

const TESTS = 'packages/e2e/hosts';
/** Files with tests of several hosts: each title says whose. */
const SHARED = ['commands', 'install', 'on-demand', 'settle', 'subagents'].map(
  (name) => `${TESTS}/${name}.test.ts`,
);

/**
 * The tests of hosts that have this name, or begin with it.
 * @param {...import('./index.mjs').Host} hosts
 */
export const filesOf = (...hosts) =>
  [TESTS, 'packages/e2e/scenarios'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => hosts.some((host) => file.split(/[.-]/)[0] === host))
      .map((file) => `${folder}/${file}`),
  );

/**
 * All tests of a host, as what vitest is told.
 * @param {import('./index.mjs').Host} host
 */
export const suiteOf = (host) => ({
  own: filesOf(host),
  shared: [...SHARED, '-t', `(^|: )${hostTitles[host]}:? `],
});
