import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/**
 * @typedef {object} Locked a package as package-lock.json has it
 * @property {string} [version]
 * @property {string} [license] an SPDX expression
 * @property {string} [integrity]
 * @property {string} [resolved] where it was taken from, or the folder of a workspace
 * @property {boolean} [link] a workspace
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * The lock files, by their folders below the root. The root's lock file holds whatever else a
 * published package needs.
 */
export const lockFolders = /** @type {const} */ (['', 'packages/lsp']);

/**
 * @param {string} folder below the root
 * @returns {Record<string, Locked>} by the place of each, relative to the folder
 */
export const readLocked = (folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')).packages;

/**
 * What is installed together with a package, whether it is required or optional. The package itself
 * is not included.
 * @param {Record<string, Locked>} all
 * @param {string} place of the package
 * @returns {Map<string, Locked>} by place
 * @throws {Error} if the lock file lacks one
 */
export function installedWith(all, place) {
  /** @type {Map<string, Locked>} */
  const found = new Map();
  const pending = [place];
  for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
    const { dependencies, optionalDependencies } = all[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = resolved(all, from, name);
      const locked = all[at];
      if (locked === undefined || found.has(at)) continue;
      found.set(at, locked);
      pending.push(locked.link ? (locked.resolved ?? at) : at);
    }
  }
  return found;
}

/**
 * Resolves a name as Node does: beside the package that asks, and in every folder above.
 * @param {Record<string, Locked>} all
 * @param {string} from
 * @param {string} name
 */
function resolved(all, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (at in all) return at;
    if (folder === '')
      throw new Error(`${name}, which ${from || 'the package'} needs, is not in the lock file`);
  }
}
