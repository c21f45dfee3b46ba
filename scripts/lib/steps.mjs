import { join } from 'node:path';
import process from 'node:process';
import { noCounts, readCounts, readJunit } from './counts.mjs';
import { root, tools } from './paths.mjs';
import { node } from './process.mjs';
import { findServers, installServers, servers } from './servers/index.mjs';
import { toolsFolder, withTools } from './servers/place.mjs';
import { line } from './servers/result.mjs';

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {object} Step
 * @property {string} name
 * @property {(folder: string) => Promise<StepResult>} run `folder` is empty and goes away afterwards
 * @property {string} [after] a step without which this one says less; runs before it, asked for or not
 * @property {boolean} [early] takes long, waits for others more than it works, and depends on no step before it: begins with the first one
 */

/** @typedef {{ ok: boolean, counts: Counts, output: string }} StepResult */

/** What a step prints is shown later, and only if it fails: the programs cannot know whether a terminal reads it. */
const env = withTools({ ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) });

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

/**
 * CI installs the language servers that npm does not carry; elsewhere that is for the user to decide, and what needs a missing one is skipped.
 * Each counts as one.
 * @type {Step}
 */
const languageServers = {
  name: 'language servers',
  early: true,
  run: async () => {
    const isCi = process.env['CI'] === 'true';
    const results = await (isCi ? installServers : findServers)(servers, toolsFolder());
    const counts = noCounts();
    for (const result of results) {
      if (result.kind === 'failed') counts.failed += 1;
      else if (result.kind === 'missing') counts.skipped.push({ name: result.name, reason: `node scripts/setup-language-servers.mjs --only ${result.name}` });
      else if (result.kind === 'impossible') counts.skipped.push({ name: result.name, reason: `not installable here: ${result.reason}` });
      else counts.passed += 1;
    }
    return { ok: counts.failed === 0, counts, output: results.map(line).join('\n') };
  },
};

/** @param {...string} args */
const lsp = (...args) => ['scripts/lsp.mjs', 'run', ...args];

/** Everything that has to hold, in the order of what it costs to know. */
export const steps = [
  check('setup', ['scripts/setup.mjs']),
  check('drift', ['scripts/check-drift.mjs']),
  check('trace', ['scripts/trace.mjs']),
  check('typecheck', [tools.tsc, '-b', 'packages/core', 'packages/cli', 'packages/pi-extension'], [tools.tsc, '-p', 'tsconfig.tools.json']),
  check('typecheck lsp', lsp('typecheck')),
  check('lint', [tools.eslint, '.']),
  check('lint lsp', lsp('lint')),
  // Tests have bounds in time, and compiling a server would take their processors from them.
  languageServers,
  vitest('unit scripts', 'scripts'),
  vitest('unit core', 'core'),
  vitest('unit cli', 'cli'),
  {
    ...suite('unit lsp', (file) => lsp('test', '--reporter=junit', `--reporter-outfile=${file}`), readJunit),
    after: languageServers.name,
  },
  vitest('end to end', 'e2e'),
];
