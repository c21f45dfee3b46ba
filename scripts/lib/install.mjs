import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { run } from './process.mjs';

/**
 * @typedef {{
 *   version?: string, integrity?: string, link?: boolean, optional?: boolean
 * }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} LockFile
 */

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own lock file as the
 * last step, so an interrupted install does not count. File times do not count either: a checkout
 * or a copy changes them.
 * @param {string} folder of the package-lock.json
 */
export function isInstalled(folder) {
  const noted = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(noted)) return false;
  const installed = readLock(noted);
  return Object.entries(readLock(join(folder, 'package-lock.json'))).every(([path, locked]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    // Builds for other platforms are installed only there.
    if (!found) return locked.optional === true;
    return found.version === locked.version && found.integrity === locked.integrity;
  });
}

/**
 * @param {string} folder
 * @returns {Promise<string | undefined>} what went wrong
 */
export async function install(folder) {
  // No install script has to run: Bun, esbuild and the language servers come as files of their
  // packages.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, output } = await run(npm, args, { cwd: folder });
  if (code === 0) return undefined;
  return [
    `npm ci failed in ${folder} (exit code ${String(code)}):`,
    output.trimEnd(),
    'What to do: see that the npm registry can be reached (npm ping) and that there is space on the ' +
      'disk, then try again.',
    'If npm says that package.json and package-lock.json do not fit, run "npm install" in that folder.',
  ].join('\n');
}

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage>}
 */
function readLock(path) {
  try {
    return /** @type {LockFile} */ (JSON.parse(readFileSync(path, 'utf8'))).packages ?? {};
  } catch {
    return {};
  }
}
