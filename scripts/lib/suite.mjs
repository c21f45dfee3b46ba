import { join } from 'node:path';
import { isFailed } from './cases.mjs';
import { run } from './process.mjs';

/**
 * @typedef {{ program: string, args: readonly string[], cwd: string }} Command
 * @typedef {object} Runner of tests
 * @property {(report: string) => Command} command writes its report to the file `report`
 * @property {(report: string, output: string) => import('./cases.mjs').Report} read
 * @property {NodeJS.ProcessEnv} env
 * @property {number} timeoutMs
 */

/**
 * Runs tests once. A failed test is a failure: nothing runs again.
 * @param {Runner} runner
 * @param {string} folder an existing one for the report
 * @returns {Promise<import('./run-job.mjs').JobResult>}
 */
export async function runSuite({ command, read, env, timeoutMs }, folder) {
  const report = join(folder, 'report');
  const { program, args, cwd } = command(report);
  const options = { cwd, env: { ...env, LLXPRT_TEST_CASES: report }, timeoutMs };
  const { code, output } = await run(program, args, options);
  const { cases, errors, files } = read(report, output);
  // The runner itself failed, as where it found no tests or took too long.
  if (code !== 0 && errors.length === 0 && !cases.some(isFailed)) errors.push(`exit code ${String(code)}`);
  const outside = errors.map((error) => ({ name: 'outside any test', state: /** @type {const} */ ('failed'), error }));
  return { cases: [...outside, ...cases], output, ...(files && { files }) };
}
