import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ name: string, reason?: string | undefined }} Skipped
 * @typedef {{ passed: number, failed: number, skipped: Skipped[] }} Counts
 */

/** @returns {Counts} */
export const noCounts = () => ({ passed: 0, failed: 0, skipped: [] });

/**
 * What vitest-counts.mjs wrote.
 * @param {string} file
 * @returns {Counts}
 */
export function readCounts(file) {
  if (!existsSync(file)) return noCounts();
  return /** @type {Counts} */ (JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * What Bun's test runner wrote in JUnit's XML.
 * @param {string} file
 */
export function readJunit(file) {
  const counts = noCounts();
  if (!existsSync(file)) return counts;
  const cases = readFileSync(file, 'utf8').matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs);
  for (const [, attributes = '', body = ''] of cases) {
    if (/<(?:failure|error)\b/.test(body)) counts.failed += 1;
    else if (body.includes('<skipped')) counts.skipped.push(skippedCase(attributes, body));
    else counts.passed += 1;
  }
  return counts;
}

/**
 * @param {string} attributes
 * @param {string} body
 * @returns {Skipped}
 */
function skippedCase(attributes, body) {
  const name = [attribute(attributes, 'classname'), attribute(attributes, 'name')].filter(Boolean).join(' > ');
  return { name, reason: attribute(body, 'message') };
}

/**
 * @param {string} text
 * @param {string} name
 */
function attribute(text, name) {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1];
  return value
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
