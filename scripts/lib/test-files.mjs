import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * @param {string} folder relative to the root
 * @param {string} kind of the tests: "unit" or "real"
 * @returns {string[]} the folders of tests of that kind below it, relative to the root, sorted
 */
export function testFolders(folder, kind) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith(`/test/${kind}`))
    .toSorted();
}
