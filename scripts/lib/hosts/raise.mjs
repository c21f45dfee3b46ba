import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { hostTitles, pinnedVersion } from './index.mjs';

/** @typedef {import('./index.mjs').NpmHost} NpmHost */

const VERSIONS = join(root, 'scripts/lib/hosts/versions.json');
/** The pages about hosts whose names are others. @type {Partial<Record<NpmHost, string>>} */
const PAGES = { gemini: 'gemini-cli', qwen: 'qwen-code' };

/**
 * Pins another version of a host, and says so where people read it.
 * @param {NpmHost} host
 * @param {string} version
 * @returns {{ isPinned: boolean, text: string }} what was done, or is left to do
 */
export function pin(host, version) {
  const before = pinnedVersion(host);
  const name = hostTitles[host];
  if (host === 'gemini') {
    const how = `npm install --save-dev --save-exact @google/gemini-cli@${version}`;
    return { isPinned: false, text: `${name} ${version} may be pinned: ${how}` };
  }
  const pins = /** @type {Record<string, string>} */ (JSON.parse(readFileSync(VERSIONS, 'utf8')));
  writeFileSync(VERSIONS, `${JSON.stringify({ ...pins, [host]: version }, null, 2)}\n`);
  const page = `docs/hosts/${PAGES[host] ?? host}.md`;
  change(page, (text) => withVersion(text, name, before, version));
  change('README.md', (text) =>
    text
      .split('\n')
      .map((line) => (line.includes(page) ? line.replace(`version ${before},`, `version ${version},`) : line))
      .join('\n'),
  );
  return {
    isPinned: true,
    text: `${name} ${version} is pinned, in place of ${before}; ${page} and README.md say so.`,
  };
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string} before
 * @param {string} after
 */
export function withVersion(text, name, before, after) {
  const said = `tested with ${name} `;
  const at = text.toLowerCase().indexOf(`${said}${before}`.toLowerCase());
  if (at < 0) throw new Error(`no page says that it was ${said}${before}`);
  const from = at + said.length;
  return `${text.slice(0, from)}${after}${text.slice(from + before.length)}`;
}

/**
 * @param {string} path
 * @param {(text: string) => string} how
 */
function change(path, how) {
  const file = join(root, path);
  writeFileSync(file, how(readFileSync(file, 'utf8')));
}
