import { existsSync, readFileSync } from 'node:fs';

/**
 * One test, or one check that passes or fails as a whole and has no file.
 * @typedef {{ file?: string | undefined, name: string } & (
 *   | { state: 'passed' }
 *   | { state: 'failed', error: string }
 *   | { state: 'skipped', reason?: string | undefined }
 * )} Case
 * @typedef {Extract<Case, { state: 'failed' }>} Failed
 */

/**
 * The report of a test runner. `errors` belong to no test, as those of a file that does not load.
 * @typedef {{ cases: Case[], errors: string[] }} Report
 */

/** @param {Case} one */
export const title = ({ file, name }) => [file, name].filter(Boolean).join(' > ');

/** @type {(one: Case) => one is Failed} */
export const isFailed = (one) => one.state === 'failed';

/**
 * Reads what vitest-cases.ts wrote.
 * @param {string} file
 * @returns {Report}
 */
export function readCases(file) {
  if (!existsSync(file)) return { cases: [], errors: [] };
  return /** @type {Report} */ (JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * Reads what Bun's test runner wrote in JUnit's XML.
 * @param {string} file
 * @returns {Report}
 */
export function readJunit(file) {
  if (!existsSync(file)) return { cases: [], errors: [] };
  const cases = readFileSync(file, 'utf8').matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs);
  return {
    cases: Array.from(cases, ([, attributes = '', body = '']) => junitCase(attributes, body)),
    errors: [],
  };
}

/**
 * @param {string} attributes
 * @param {string} body
 * @returns {Case}
 */
function junitCase(attributes, body) {
  // The groups of a test, the innermost first.
  const groups = attribute(attributes, 'classname')?.split(' > ').reverse() ?? [];
  const name = [...groups, attribute(attributes, 'name')].filter(Boolean).join(' > ');
  const file = attribute(attributes, 'file');
  if (/<(?:failure|error)\b/.test(body)) return { file, name, state: 'failed', error: errorOf(body) };
  if (body.includes('<skipped')) return { file, name, state: 'skipped', reason: attribute(body, 'message') };
  return { file, name, state: 'passed' };
}

/**
 * @param {string} body of a failed test: its text has the message and the stack; a test that took
 * too long has no text
 */
function errorOf(body) {
  const text = /<(?:failure|error)\b[^>]*>(.*?)<\//s.exec(body)?.[1];
  return text === undefined ? (attribute(body, 'message') ?? '') : plain(text);
}

/**
 * @param {string} text
 * @param {string} name
 */
function attribute(text, name) {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1];
  return value === undefined ? undefined : plain(value);
}

/** @param {string} xml */
function plain(xml) {
  return xml
    .replaceAll('&#10;', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
