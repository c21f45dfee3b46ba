import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { findBun } from './bun.mjs';
import { isFailed, readCases, readJunit } from './cases.mjs';
import { cache, root, sidecar, tools } from './paths.mjs';
import { node, run } from './process.mjs';
import { checkLines } from './report.mjs';
import { withTools } from './servers/place.mjs';

/**
 * @typedef {import('./cases.mjs').Case} Case
 * @typedef {{ name: string, args?: readonly string[], run: (reports: string) => Promise<Case[]> }} Step
 *   `args`: what a runner of tests is told; `reports`: a folder for the reports of programs; the
 *   step prints what it does
 * @typedef {{ name: string, run: () => Promise<{ cases: Case[], output: string }> }} Check
 */

/**
 * A run of vitest, as one types it.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [more] beside this process's own
 * @returns {Step}
 */
export const vitest = (name, args, more) => ({
  name,
  args,
  run: async (reports) => {
    const report = join(reports, 'vitest.json');
    const reporters = ['--reporter=default', '--reporter=./scripts/lib/vitest-cases.ts'];
    const env = { ...process.env, ...more, LLXPRT_TEST_CASES: report };
    const { code } = await node([tools.vitest, ...args, ...reporters], { cwd: root, env, inherit: true });
    return casesOf(code, readCases(report));
  },
});

/**
 * A run of `bun test`, each test file in a world of its own. The files that took longest last time
 * come first. While one waits, another computes: there is one process more than cores.
 * @param {string} name
 * @param {readonly string[]} args options, or test files and folders of such, relative to the root
 * @returns {Step}
 */
export const bunTest = (name, args) => ({
  name,
  args,
  run: async (reports) => {
    const bun = findBun();
    if ('missing' in bun) return [{ name: 'Bun', state: 'failed', error: bun.missing }];
    const report = join(reports, 'bun.xml');
    const options = [
      '--parallel=' + String(availableParallelism() + 1),
      '--timeout=120000',
      '--dots',
      `--timings=${join(cache, 'bun-test-times.json')}`,
      '--update-timings',
      '--reporter=junit',
      `--reporter-outfile=${report}`,
    ];
    const { code } = await run(bun.path, ['test', ...options, ...args.map(forBun)], {
      cwd: sidecar,
      env: withTools(process.env),
      inherit: true,
    });
    const { cases, errors } = readJunit(report);
    const named = cases.map((one) =>
      one.file === undefined
        ? one
        : { ...one, file: relative(root, resolve(sidecar, one.file)).replaceAll('\\', '/') },
    );
    return casesOf(code, { cases: named, errors });
  },
});

/** @param {string} path Bun takes what does not begin so for a part of names */
const forBun = (path) => (path.startsWith('-') ? path : `./${relative('packages/lsp', path)}`);

/**
 * @param {number} code
 * @param {import('./cases.mjs').Report} report
 * @returns {Case[]}
 */
function casesOf(code, { cases, errors }) {
  /** @type {Case[]} */
  const outside = errors.map((error) => ({ name: 'outside any test', state: 'failed', error }));
  const all = [...outside, ...cases];
  // The runner itself failed, as where a file does not load.
  return code === 0 || all.some(isFailed)
    ? all
    : [
        ...all,
        {
          name: 'outside any test',
          state: 'failed',
          error:
            `exit code ${String(code)}: what is printed above says which file was not read, or what went ` +
            'wrong',
        },
      ];
}

/**
 * Programs that pass or fail as a whole, some at once. They cannot know whether a terminal shows
 * their output: it is printed if they fail.
 * @param {readonly Check[]} checks
 * @returns {Step}
 */
export const checks = (checks) => ({
  name: checks.map(({ name }) => name).join(', '),
  run: async () => {
    const queue = [...checks];
    /** @type {Case[]} */
    const all = [];
    const work = async () => {
      for (let check = queue.shift(); check; check = queue.shift()) {
        const start = performance.now();
        const { cases, output } = await check.run();
        console.log(checkLines(check.name, { cases, output }, performance.now() - start).join('\n'));
        all.push(...cases);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    return all;
  },
});

/**
 * @param {string} name
 * @param {...readonly string[]} commands for Node, one after the other until one fails
 * @returns {Check}
 */
export const check = (name, ...commands) => ({
  name,
  run: async () => {
    const env = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) };
    let output = '';
    for (const command of commands) {
      const result = await node(command, { cwd: root, env });
      output += result.output;
      if (result.code !== 0) return { cases: [{ name, state: 'failed', error: '' }], output };
    }
    return { cases: [{ name, state: 'passed' }], output };
  },
});
