import { relative, resolve } from 'node:path';
import process from 'node:process';
import { findBun } from './bun.mjs';
import { isFailed, readCases, readJunit } from './cases.mjs';
import { root, sidecar, tools } from './paths.mjs';
import { node } from './process.mjs';
import { withTools } from './servers/place.mjs';
import { runSuite } from './suite.mjs';
import { readTimes } from './times.mjs';

/**
 * @typedef {import('./run-job.mjs').Job} Job
 * @typedef {import('./schedule.mjs').Step} Step
 * @typedef {import('./suite.mjs').Runner} Runner
 */

/**
 * The programs cannot know whether a terminal shows their output: it is printed later, if they
 * fail.
 */
const env = withTools({ ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) });

/** A job that hangs must not make the whole run hang. */
const timeoutMs = 15 * 60_000;

/**
 * A vitest process runs as many test files as take about this long, by their times of the last run.
 */
const groupMs = 40_000;

/**
 * The expected time of what was never run here, ms: a check such as lint, a test file that starts
 * servers, a unit test file. A group of a few unit test files would load what they share for each.
 * @param {string} name
 */
const guess = (name) => (!name.endsWith('.test.ts') ? 60_000 : /^packages\/(?:e2e|lsp)\//.test(name) ? 10_000 : 1000);

/**
 * Longer than any test of the sidecar takes, ms. Waits inside its tests have deadlines of their
 * own.
 */
const bunTestTimeoutMs = 120_000;

/**
 * Commands that pass or fail as one.
 * @param {string} name
 * @param {readonly string[][]} commands for Node; the ones after a failing one do not run
 * @returns {Step}
 */
export function check(name, ...commands) {
  const run = async (/** @type {import('./run-job.mjs').Place} */ place) => {
    let output = '';
    for (const command of commands) {
      const result = await node(command, { cwd: root, env: { ...env, ...place.env }, timeoutMs });
      output += result.output;
      if (result.code !== 0) return { cases: [{ name: '', state: /** @type {const} */ ('failed'), error: '' }], output };
    }
    return { cases: [{ name: '', state: /** @type {const} */ ('passed') }], output };
  };
  return { name, after: ['setup'], jobs: [{ name, run }] };
}

/**
 * Test files that one process runs.
 * @param {readonly string[]} files relative to the root
 * @param {Pick<Runner, 'command' | 'read'>} runner
 * @returns {Job}
 */
export function job(files, runner) {
  return {
    name: files.join(' '),
    files,
    run: async (place) => {
      const result = await runSuite({ ...runner, env: { ...env, ...place.env }, timeoutMs }, place.reports);
      const seen = new Set(result.cases.map(({ file }) => file));
      // A program that ends early reports nothing, and may end with 0 all the same.
      const silent = result.cases.some(isFailed) ? [] : files.filter((file) => !seen.has(file));
      const failed = silent.map((file) => ({ file, name: 'no test of it ran', state: /** @type {const} */ ('failed'), error: 'no test of it ran' }));
      return { ...result, cases: [...result.cases, ...failed] };
    },
  };
}

/**
 * Runs test files with Bun; its reports name files relative to the sidecar's package.
 * @param {readonly string[]} paths relative to the root: test files, or folders of such; or options
 * @returns {Pick<Runner, 'command' | 'read'>}
 */
export function bunRunner(...paths) {
  return {
    command: (report) => {
      const bun = findBun();
      if ('missing' in bun) throw new Error(bun.missing);
      const options = ['--timeout', String(bunTestTimeoutMs), '--only-failures', '--reporter=junit', `--reporter-outfile=${report}`];
      return { program: bun.path, args: ['test', ...options, ...paths.map(forBun)], cwd: sidecar };
    },
    read: (report, output) => {
      const { cases, errors } = readJunit(report, output);
      const named = cases.map((one) => (one.file === undefined ? one : { ...one, file: fromRoot(resolve(sidecar, one.file)) }));
      return { cases: named, errors };
    },
  };
}

/** @param {string} path Bun takes a file that is not absolute for a part of names */
const forBun = (path) => (path.startsWith('-') ? path : path.endsWith('/') ? `${relative('packages/lsp', path)}/` : resolve(root, path));

/**
 * @param {...string} args which tests, after one of vitest's commands where it is not the usual one
 * @returns {Pick<Runner, 'command' | 'read'>}
 */
export function vitestRunner(...args) {
  const reporters = ['--reporter=default', '--reporter=./scripts/lib/vitest-cases.ts'];
  return {
    command: () => ({ program: process.execPath, args: [tools.vitest, ...args, '--run', ...reporters], cwd: root }),
    read: readCases,
  };
}

/** @param {string} path absolute */
const fromRoot = (path) => relative(root, path).replaceAll('\\', '/');

/**
 * A step that runs each test file in a Bun process of its own.
 * @param {string} name
 * @param {() => readonly string[]} files
 * @param {readonly string[]} after
 * @returns {Step}
 */
export const bunFiles = (name, files, after) => ({ name, after, jobs: () => files().map((file) => job([file], bunRunner(file))) });

/**
 * A step that runs a project of vitest.config.ts, in some processes side by side.
 * @param {string} name
 * @param {string} project
 * @param {() => readonly string[]} files of the project
 * @param {readonly string[]} [after]
 * @returns {Step & { project: string }}
 */
export function vitest(name, project, files, after = ['setup']) {
  const jobs = () => groups(files()).map((group) => job(group, vitestRunner('--project', project, '--maxWorkers=1', ...group)));
  return { name, project, after, jobs };
}

/**
 * Test files in groups that take about `groupMs` each, or one file where that takes longer.
 * @param {readonly string[]} files
 */
export function groups(files, times = readTimes()) {
  const expected = (/** @type {string} */ file) => times[file] ?? guess(file);
  /** @type {{ files: string[], ms: number }[]} */
  const all = [];
  for (const file of files.toSorted((a, b) => expected(b) - expected(a))) {
    const group = all.find(({ ms }) => ms + expected(file) <= groupMs);
    if (!group) all.push({ files: [file], ms: expected(file) });
    else {
      group.files.push(file);
      group.ms += expected(file);
    }
  }
  return all.map((group) => group.files);
}

/**
 * @param {Job} job
 * @returns {number} ms that it is likely to take
 */
export const expectedMs = ({ name, files = [name] }, times = readTimes()) => files.reduce((sum, file) => sum + (times[file] ?? guess(file)), 0);
