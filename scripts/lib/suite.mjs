import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isFailed, title } from './cases.mjs';
import { root } from './paths.mjs';
import { node } from './process.mjs';

/**
 * @typedef {import('./cases.mjs').Case} Case
 * @typedef {import('./cases.mjs').Failed} Failed
 * @typedef {import('./cases.mjs').Report} Report
 */

/** @typedef {{ cases: Case[], output: string }} StepResult */

/**
 * @typedef {object} Runner of tests
 * @property {(file: string, only: readonly string[]) => readonly string[]} command for Node in the root, that writes its report to
 *   `file` and runs the test files `only`, named as in its report, or all if there are none
 * @property {(file: string, output: string) => Report} read
 * @property {NodeJS.ProcessEnv} env
 * @property {number} timeoutMs
 */

/** More files than these do not fail by chance. */
const mostFilesAgain = 5;

/**
 * Runs all tests, and each file alone once more that has tests that failed: those that pass then are flaky.
 * @param {Runner} runner
 * @param {string} folder where reports are written
 * @returns {Promise<StepResult>}
 */
export async function runSuite(runner, folder) {
  const first = await runOnce(runner, folder, []);
  const files = [...new Set(first.cases.filter(isFailed).map(({ file }) => file))];
  if (first.isBroken || files.length > mostFilesAgain) return first;
  let { cases } = first;
  for (const file of files) {
    if (file !== undefined) cases = settle(cases, file, await runOnce(runner, folder, [file]));
  }
  return { cases, output: first.output };
}

/**
 * `isBroken`: the runner itself failed, as where a file did not load, there are no tests at all, or it took too long.
 * @param {Runner} runner
 * @param {string} folder
 * @param {readonly string[]} only
 * @returns {Promise<StepResult & { isBroken: boolean }>}
 */
async function runOnce({ command, read, env, timeoutMs }, folder, only) {
  const report = join(folder, 'report');
  rmSync(report, { force: true });
  mkdirSync(folder, { recursive: true });
  const { code, output } = await node(command(report, only), { cwd: root, env: { ...env, LLXPRT_TEST_CASES: report }, timeoutMs });
  const { cases, errors } = read(report, output);
  const isSilent = code !== 0 && errors.length === 0 && !cases.some(isFailed);
  if (isSilent) errors.push(`exit code ${String(code)}`);
  const outside = errors.map((error) => /** @type {Failed} */ ({ name: 'outside any test', state: 'failed', error }));
  return { cases: [...outside, ...cases], output, isBroken: errors.length > 0 };
}

/**
 * @param {Case[]} cases of the first run
 * @param {string} file that ran again
 * @param {StepResult} again
 * @returns {Case[]}
 */
function settle(cases, file, again) {
  const isGood = !again.cases.some(isFailed);
  /** @param {Case} one */
  const passedAlone = (one) => {
    const same = again.cases.filter((other) => title(other) === title(one));
    // What failed may have been the preparation of a group, which is no test where it succeeds.
    return same.length === 0 ? isGood : same.every(({ state }) => state === 'passed');
  };
  const known = new Set(cases.filter(isFailed).map(title));
  return [
    ...cases.map((one) => (isFailed(one) && one.file === file && passedAlone(one) ? { ...one, state: /** @type {const} */ ('flaky') } : one)),
    ...again.cases.filter((one) => isFailed(one) && !known.has(title(one))),
  ];
}
