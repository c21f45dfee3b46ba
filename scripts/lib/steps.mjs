import { join } from 'node:path';
import process from 'node:process';
import { noCounts, readCounts, readJunit } from './counts.mjs';
import { root, tools } from './paths.mjs';
import { node } from './process.mjs';

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {object} Step
 * @property {string} name
 * @property {(folder: string) => Promise<StepResult>} run `folder` is empty and goes away afterwards
 */

/** @typedef {{ ok: boolean, counts: Counts, output: string }} StepResult */

/** What a step prints is shown later, and only if it fails: the programs cannot know whether a terminal reads it. */
const env = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) };

/** A step that hangs must not take the whole run with it. */
const timeoutMs = 20 * 60_000;

/**
 * Commands that pass or fail as one.
 * @param {string} name
 * @param {readonly string[][]} commands for Node; the ones after a failing one do not run
 * @returns {Step}
 */
function check(name, ...commands) {
  return {
    name,
    run: async () => {
      let output = '';
      for (const command of commands) {
        const result = await node(command, { cwd: root, env, timeoutMs });
        output += result.output;
        if (result.code !== 0) return { ok: false, counts: { ...noCounts(), failed: 1 }, output };
      }
      return { ok: true, counts: { ...noCounts(), passed: 1 }, output };
    },
  };
}

/**
 * A test runner, whose tests count one by one.
 * @param {string} name
 * @param {(file: string) => string[]} command for Node, that writes its result to `file`
 * @param {(file: string) => Counts} read
 * @returns {Step}
 */
function suite(name, command, read) {
  return {
    name,
    run: async (folder) => {
      const file = join(folder, 'result');
      const { code, output } = await node(command(file), { cwd: root, env: { ...env, LLXPRT_TEST_COUNTS: file }, timeoutMs });
      const counts = read(file);
      // The runner itself failed: a file that it could not load, no tests at all, a time-out.
      if (code !== 0 && counts.failed === 0) counts.failed = 1;
      return { ok: counts.failed === 0, counts, output };
    },
  };
}

/**
 * @param {string} name
 * @param {string} project of vitest.config.ts
 */
const vitest = (name, project) =>
  suite(
    name,
    () => [tools.vitest, 'run', '--project', project, '--reporter=default', '--reporter=./scripts/lib/vitest-counts.ts'],
    readCounts,
  );

/** @param {...string} args */
const lsp = (...args) => ['scripts/lsp.mjs', 'run', ...args];

/** Everything that has to hold, in the order of what it costs to know. */
export const steps = [
  check('setup', ['scripts/setup.mjs']),
  check('drift', ['scripts/check-drift.mjs']),
  check('trace', ['scripts/trace.mjs']),
  check('typecheck', [tools.tsc, '-b', 'packages/core', 'packages/cli'], [tools.tsc, '-p', 'tsconfig.tools.json']),
  check('typecheck lsp', lsp('typecheck')),
  check('lint', [tools.eslint, '.']),
  check('lint lsp', lsp('lint')),
  vitest('unit scripts', 'scripts'),
  vitest('unit core', 'core'),
  vitest('unit cli', 'cli'),
  suite('unit lsp', (file) => lsp('test', '--reporter=junit', `--reporter-outfile=${file}`), readJunit),
  vitest('end to end', 'e2e'),
];
