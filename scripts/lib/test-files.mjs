import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * @param {string} folder relative to the root
 * @returns {string[]} the test files in it and below, relative to the root, sorted
 */
export const testFiles = (folder) => namesBelow(folder).filter((name) => name.endsWith('.test.ts'));

/**
 * @param {string} folder relative to the root
 * @param {string} kind of the tests: "unit" or "real"
 * @returns {string[]} the folders of tests of that kind below it, relative to the root, sorted
 */
export const testFolders = (folder, kind) =>
  namesBelow(folder).filter((name) => name.endsWith(`/test/${kind}`));

/** @param {string} folder */
function namesBelow(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => !name.includes('/node_modules/'))
    .toSorted();
}
