import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const modules = /^(?:.*\/)?node_modules\/(@[^/]+\/[^/]+|[^/]+)\//;

/**
 * The names, versions and licences of the packages that a bundle was made of: their licences ask
 * for that.
 * @param {readonly string[]} inputs the bundle's files, relative to `folder`
 * @param {string} folder absolute
 * @throws {Error} if one of them has no text of a licence
 */
export function noticesFor(inputs, folder) {
  const places = new Set(inputs.flatMap((path) => modules.exec(path)?.[0] ?? []));
  // npm may install the same version at two places.
  const texts = new Set([...places].sort().map((place) => noticeOf(join(folder, place))));
  return [...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} folder */
function noticeOf(folder) {
  /** @type {{ name: string, version: string, license: string }} */
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((path) => /^licen[cs]e(-mit)?(\.(md|txt))?$/i.test(path));
  if (file === undefined)
    throw new Error(`${name} ${version} (${license}) is compiled in and brings no licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
