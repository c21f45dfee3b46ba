import { relative } from 'node:path';
import { build, isBuilt, targets } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { locked } from './lock.mjs';
import { root, sidecar } from './paths.mjs';

/**
 * Installs and builds what is missing or out of date. Prints only steps that take long.
 * @param {(line: string) => void} say
 * @returns {Promise<{ kind: 'ready', did: number } | { kind: 'failed', message: string }>}
 */
export async function setUp(say) {
  if (missingInstalls().length === 0 && targets.every(isBuilt)) return { kind: 'ready', did: 0 };
  return locked('setup', async () => {
    // Checked again: the process that held the lock may have done everything.
    const missing = missingInstalls();
    const messages = await Promise.all(
      missing.map((folder) => {
        say(`Installing the packages of ${relative(root, folder) || 'the root'} (npm ci) ...`);
        return install(folder);
      }),
    );
    const failed = messages.find((message) => message !== undefined);
    if (failed !== undefined) return { kind: 'failed', message: failed };
    let did = missing.length;
    for (const target of targets) {
      if (isBuilt(target)) continue;
      say(`Building ${target.name} ...`);
      const message = await build(target);
      if (message !== undefined) return { kind: 'failed', message };
      did += 1;
    }
    return { kind: 'ready', did };
  });
}

const missingInstalls = () => [root, sidecar].filter((folder) => !isInstalled(folder));
