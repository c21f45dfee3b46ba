import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { testFiles } from './test-files.mjs';

/**
 * @typedef {{
 *   id: string, title: string, where: string, status: 'done' | 'planned', issue?: number
 * }} Requirement
 * @typedef {{ file: string, title: string }} TestTitle `file` is relative to the root
 */

const testFolders = [
  'packages/core/test',
  'packages/bench/test',
  'packages/cli/test',
  'packages/pi-extension/test',
  'packages/opencode-plugin/test',
  'packages/gemini-cli-extension/test',
  'packages/lsp/test',
  'packages/lsp/src/languages',
  'scripts/test',
  'packages/e2e',
];

/** @returns {Requirement[]} */
export function readRequirements() {
  return /** @type {Requirement[]} */ (
    JSON.parse(readFileSync(join(root, 'docs/requirements.json'), 'utf8'))
  );
}

/** Every test title that names a requirement, in the order of the files. */
export function findTestTitles() {
  return testFolders.flatMap(testFiles).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return titlesIn(text).map((title) => ({ file, title }));
  });
}

/**
 * The string literals of a test file that begin with a requirement id:
 * `'REQ-FMT-055: names how many were left out'`.
 * @param {string} text
 */
export function titlesIn(text) {
  const code = text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(/(['"`])(REQ-[A-Z]+-\d{3}(?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , title = '']) =>
    title.replaceAll(/\\(.)/g, '$1'),
  );
}

/** @param {string} title */
export const idsIn = (title) => [...title.matchAll(/REQ-[A-Z]+-\d{3}/g)].map(([id]) => id);

/**
 * The errors in the list of requirements, one sentence each.
 * @param {readonly Requirement[]} requirements
 * @param {readonly TestTitle[]} tests
 */
export function problems(requirements, tests) {
  const tested = new Set(tests.flatMap(({ title }) => idsIn(title)));
  const known = new Set(requirements.map(({ id }) => id));
  const done = requirements.filter(({ status }) => status === 'done');
  return [
    ...done.filter(({ id }) => !tested.has(id)).map(({ id, title }) => `${id} has no test: ${title}`),
    ...done
      .filter(({ where }) => !existsSync(join(root, where)))
      .map(({ id, where }) => `${id} is said to live in ${where}, which does not exist`),
    ...[...tested]
      .filter((id) => !known.has(id))
      .map((id) => `${id} stands in a test but not in docs/requirements.json`),
  ];
}

/**
 * The page for people, docs/requirements.md.
 * @param {readonly Requirement[]} requirements
 * @param {readonly TestTitle[]} tests
 */
export function toMarkdown(requirements, tests) {
  const rows = requirements.map((requirement) => {
    const { id, title, where, status, issue } = requirement;
    const later = issue === undefined ? 'planned' : `planned: issue ${String(issue)}`;
    return (
      `| ${id} | ${cell(title)} | ${status === 'done' ? `[${where}](../${where})` : later} | ` +
      `${String(testsOf(id, tests).length)} |`
    );
  });
  return [
    '# Requirements',
    '',
    'Written by `npm run trace -- --write` from `requirements.json` and the titles of the tests, which ' +
      '`requirement-tests.json` has. Do not edit it by hand.',
    '',
    '| id | what it asks for | where it lives | tests |',
    '|---|---|---|--:|',
    ...rows,
    '',
  ].join('\n');
}

/**
 * The content of docs/requirement-tests.json: the tests of each requirement, as `file: title`.
 * @param {readonly Requirement[]} requirements
 * @param {readonly TestTitle[]} tests
 */
export function toJson(requirements, tests) {
  const entries = requirements.map(({ id }) => [
    id,
    testsOf(id, tests).map(({ file, title }) => `${file}: ${title}`),
  ]);
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
}

/**
 * @param {string} id
 * @param {readonly TestTitle[]} tests
 */
const testsOf = (id, tests) => tests.filter(({ title }) => idsIn(title).includes(id));

/** @param {string} text */
const cell = (text) => text.replaceAll(/[|[\]<>]/g, '\\$&');
