import { resolve } from 'node:path';
import process from 'node:process';
import { readCases, readJunit } from './cases.mjs';
import { root, sidecar, tools } from './paths.mjs';
import { node } from './process.mjs';
import { findServers, installServers, servers } from './servers/index.mjs';
import { toolsFolder, withTools } from './servers/place.mjs';
import { line } from './servers/result.mjs';
import { runSuite } from './suite.mjs';

/**
 * @typedef {import('./cases.mjs').Case} Case
 * @typedef {import('./suite.mjs').StepResult} StepResult
 * @typedef {object} Place of a step
 * @property {string} reports a folder that is empty, and goes away afterwards
 * @property {NodeJS.ProcessEnv} env what of the environment is the step's own
 * @typedef {object} Step
 * @property {string} name
 * @property {(place: Place) => Promise<StepResult>} run
 * @property {string} [tests] whose tests it runs: a project of vitest.config.ts, which is a package or another folder, or a package beside them
 * @property {string} [after] a step without which this one says less; runs before it, asked for or not
 * @property {'setup' | 'early' | 'check' | 'tests'} kind `early` waits for others more than it works, and begins beside the setup, `check`s
 *   run two at a time when that is done, and `tests` one after the other at the end, because they have bounds in time
 */

/** What a step prints is shown later, and only if it fails: the programs cannot know whether a terminal reads it. */
const env = withTools({ ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) });

/** A step that hangs must not take the whole run with it. */
const timeoutMs = 45 * 60_000;

/**
 * Commands that pass or fail as one.
 * @param {string} name
 * @param {readonly string[][]} commands for Node; the ones after a failing one do not run
 * @returns {Step}
 */
function check(name, ...commands) {
  return {
    name,
    kind: 'check',
    run: async (place) => {
      let output = '';
      for (const command of commands) {
        const result = await node(command, { cwd: root, env: { ...env, ...place.env }, timeoutMs });
        output += result.output;
        if (result.code !== 0) return { cases: [{ name: '', state: 'failed', error: '' }], output };
      }
      return { cases: [{ name: '', state: 'passed' }], output };
    },
  };
}

/**
 * A test runner, whose tests count one by one.
 * @param {string} name
 * @param {string} tests
 * @param {Pick<import('./suite.mjs').Runner, 'command' | 'read'>} runner
 * @returns {Step}
 */
const suite = (name, tests, runner) => ({ name, kind: 'tests', tests, run: (place) => runSuite({ ...runner, env: { ...env, ...place.env }, timeoutMs }, place.reports) });

/**
 * @param {string} name
 * @param {string} project of vitest.config.ts
 */
const vitest = (name, project) => suite(name, project, vitestRunner('--project', project));

/**
 * CI installs the language servers that npm does not carry; elsewhere that is for the user to decide, and what needs a missing one is skipped.
 * Each counts as one.
 * @type {Step}
 */
const languageServers = {
  name: 'language servers',
  kind: 'early',
  run: async () => {
    const isCi = process.env['CI'] === 'true';
    const results = await (isCi ? installServers : findServers)(servers, toolsFolder());
    return { cases: results.map(serverCase), output: results.map(line).join('\n') };
  },
};

/**
 * @param {import('./servers/result.mjs').Result} result
 * @returns {Case}
 */
function serverCase(result) {
  const { name } = result;
  switch (result.kind) {
    case 'found':
    case 'installed':
      return { name, state: 'passed' };
    case 'missing':
      return { name, state: 'skipped', reason: `node scripts/setup-language-servers.mjs --only ${name}` };
    case 'impossible':
      return { name, state: 'skipped', reason: `not installable here: ${result.reason}` };
    case 'failed':
      return { name, state: 'failed', error: result.reason };
  }
}

/** @param {...string} args */
const lsp = (...args) => ['scripts/lsp.mjs', 'run', ...args];

/** @type {Pick<import('./suite.mjs').Runner, 'command' | 'read'>} */
export const bunRunner = {
  command: (report, only) =>
    // An absolute path is one file, and anything else a part of the names of some.
    lsp('test', '--only-failures', '--reporter=junit', `--reporter-outfile=${report}`, ...only.map((file) => resolve(sidecar, file))),
  read: readJunit,
};

/**
 * @param {...string} args which tests
 * @returns {Pick<import('./suite.mjs').Runner, 'command' | 'read'>}
 */
export function vitestRunner(...args) {
  return {
    command: (_report, only) => [tools.vitest, 'run', ...args, '--reporter=default', '--reporter=./scripts/lib/vitest-cases.ts', ...only],
    read: readCases,
  };
}

/**
 * Everything that has to hold, in the order of what it costs to know.
 * @type {readonly Step[]}
 */
export const steps = [
  { ...check('setup', ['scripts/setup.mjs']), kind: 'setup' },
  check('drift', ['scripts/check-drift.mjs']),
  check('trace', ['scripts/trace.mjs']),
  check('typecheck', [tools.tsc, '-b', 'packages/core', 'packages/cli', 'packages/pi-extension'], [tools.tsc, '-p', 'packages/cli/page'], [tools.tsc, '-p', 'tsconfig.tools.json']),
  check('typecheck lsp', lsp('typecheck')),
  check('lint', [tools.eslint, '.']),
  check('lint lsp', lsp('lint')),
  languageServers,
  vitest('unit scripts', 'scripts'),
  vitest('unit core', 'core'),
  vitest('unit cli', 'cli'),
  vitest('unit pi', 'pi-extension'),
  vitest('unit gemini', 'gemini-cli-extension'),
  { ...suite('unit lsp', 'lsp', bunRunner), after: languageServers.name },
  vitest('end to end', 'e2e'),
];
