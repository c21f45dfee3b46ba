// Runs every check of every package, or a tier of them:
// node scripts/test.mjs [TIER] [options], --help.
// The last line counts tests, and each other check as one.
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isFailed } from './lib/cases.mjs';
import { startLoad } from './lib/load.mjs';
import { processorMs, startProfiler, profileLines } from './lib/profile.mjs';
import { record } from './lib/record.mjs';
import { passed, stepLines, totalLines } from './lib/report.mjs';
import { runSteps } from './lib/schedule.mjs';
import { tiers } from './lib/steps.mjs';
import { expectedMs } from './lib/test-jobs.mjs';
import { readTimes, writeTimes } from './lib/times.mjs';

/**
 * @typedef {import('./lib/schedule.mjs').Step} Step
 * @typedef {import('./lib/schedule.mjs').Finished} Finished
 * @typedef {{ step: string, cases: import('./lib/cases.mjs').Case[] }[]} Total
 */

const usage = `usage: node scripts/test.mjs [TIER] [options]

Tiers:
  all       everything that CI asserts; npm test
  change    lint, types and unit tests of what changed and of what imports it; npm run t
  wire      the sidecar against servers that misbehave; npm run test:wire
  real      the sidecar against real language servers; npm run test:real
  hosts     programs of hosts that are installed for it; npm run e2e
  nightly   that, fault matrix, load, fuzzing, the demo's picture; npm run test:nightly

Options:
  --only WORD    only steps whose name has this word in it; may be given several times
  --lang NAME    of the tier real: one language; may be given several times
  --host NAME    of the tier hosts: one host; may be given several times
  --since REF    of the tier change: the commit before the change; without it, the upstream branch,
                 or what is not committed, or the last commit
  --jobs N       how many processes run tests at once; one more than cores without it
  --repeat N     run everything N times
  --load N       keep N other processes busy meanwhile
  --profile      print the slowest test files and what they wait for
  --record       write what it took into CONTRIBUTING.md
  --list         print the names of the steps and run nothing
  -h, --help     print this text

Exit codes: 0 all passed, 1 a check failed or none ran, 2 usage.`;

process.exitCode = await main();

async function main() {
  const options = readOptions();
  if ('failed' in options) {
    console.error(`${options.failed}\n\n${usage}`);
    return 2;
  }
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const tier = Object.hasOwn(tiers, options.tier) ? tiers[options.tier] : undefined;
  const steps = await tier?.(options);
  if (steps === undefined || 'failed' in steps) {
    console.error(steps?.failed ?? `There is no tier ${options.tier}. There are: ${Object.keys(tiers).join(', ')}.`);
    return 2;
  }
  const { only } = options;
  const chosen = steps.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
  if (options.list || chosen.length === 0) {
    if (!options.list) console.error(`No step is called ${only.join(' or ')}. There are:`);
    console.log(steps.map(({ name }) => name).join('\n'));
    return options.list ? 0 : 2;
  }
  const needed = new Set(chosen.flatMap(({ name, after = [] }) => [name, ...after]));
  return runAll(
    steps.filter(({ name }) => needed.has(name)),
    options,
  );
}

/** @typedef {Extract<ReturnType<typeof readOptions>, { tier: string }>} Options */

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        lang: { type: 'string', multiple: true },
        host: { type: 'string', multiple: true },
        since: { type: 'string' },
        jobs: { type: 'string' },
        repeat: { type: 'string', default: '1' },
        load: { type: 'string', default: '0' },
        profile: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [tier = 'all', ...more] = positionals;
    if (more.length > 0) return { failed: `One tier at a time, not ${positionals.join(', ')}.` };
    if (values.lang && tier !== 'real') return { failed: '--lang is for the tier real: npm run test:real -- --lang NAME.' };
    if (values.host && tier !== 'hosts') return { failed: '--host is for the tier hosts: npm run e2e -- --host NAME.' };
    if (values.since !== undefined && tier !== 'change') return { failed: '--since is for the tier change: npm run t -- --since REF.' };
    if (values.record && values.only.length > 0) return { failed: '--record is for complete runs, without --only.' };
    const jobs = values.jobs === undefined ? availableParallelism() + 1 : count('jobs', values.jobs, 1);
    return { ...values, tier, jobs, repeat: count('repeat', values.repeat, 1), load: count('load', values.load, 0) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} least
 */
function count(name, text, least) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least) throw new Error(`--${name} ${text}: a whole number from ${String(least)} on is needed.`);
  return number;
}

/**
 * @param {readonly Step[]} steps
 * @param {Options} options
 */
async function runAll(steps, options) {
  const stopLoad = startLoad(options.load);
  /** @type {{ ms: number, total: Total }[]} */
  const runs = [];
  try {
    for (let run = 1; run <= options.repeat; run += 1) {
      const result = await runOnce(steps, options);
      runs.push(result);
      if (options.repeat > 1) console.log(`run ${String(run)} of ${String(options.repeat)}: ${minutes(result.ms)}, ${totalLines(result.total).at(-1) ?? ''}\n`);
    }
  } finally {
    stopLoad();
  }
  const green = runs.filter(({ total }) => isGreen(total)).length;
  const all = runs.flatMap(({ total }) => total);
  if (options.record) {
    const outcome = options.repeat > 1 ? `${String(green)} of ${String(options.repeat)} runs green` : (totalLines(all).at(-1) ?? '');
    record({ command: commandLine(), ms: runs.map(({ ms }) => ms), outcome });
  }
  const computed = processorMs();
  const processors = computed === undefined ? '' : `, processor time ${minutes(computed)}`;
  console.log(`took ${minutes(runs.reduce((sum, { ms }) => sum + ms, 0))}${processors}`);
  console.log(totalLines(all).join('\n'));
  return green === runs.length ? 0 : 1;
}

/** @param {Total} total */
function isGreen(total) {
  const cases = total.flatMap((step) => step.cases);
  return passed(cases) > 0 && !cases.some(isFailed);
}

/**
 * Reports each step when it ends.
 * @param {readonly Step[]} steps
 * @param {Options} options
 */
async function runOnce(steps, options) {
  /** @type {Total} */
  const total = [];
  /** @type {Record<string, number>} */
  const times = {};
  const before = readTimes();
  const profiler = options.profile ? startProfiler() : undefined;
  const ended = (/** @type {Step} */ { name }, /** @type {readonly Finished[]} */ finished, /** @type {number} */ ms) => {
    const cases = finished.flatMap((one) => one.cases);
    const output = finished.filter((one) => one.cases.some(isFailed)).map((one) => one.output).join('\n');
    console.log(stepLines(name, { cases, output }, ms).join('\n'));
    total.push({ step: name, cases });
    for (const one of finished) Object.assign(times, timesOf(one));
  };
  const start = performance.now();
  await runSteps(steps, { slots: options.jobs, expected: (job) => expectedMs(job, before), ended });
  const ms = performance.now() - start;
  profiler?.stop();
  if (profiler) console.log(profileLines(times, total.flatMap(({ cases }) => cases), profiler.usages).join('\n'));
  // Under load everything takes longer, and a change's lint is of few files: no time of a whole run.
  if (options.load === 0 && options.tier !== 'change') writeTimes(times);
  return { ms, total };
}

/**
 * @param {Finished} finished
 * @returns {Record<string, number>} ms by test file, or by the name of a job without such
 */
function timesOf({ job, cases, files, ms }) {
  if (job.files?.length !== undefined && job.files.length > 1) {
    return files ?? Object.fromEntries(job.files.map((file) => [file, cases.reduce((sum, one) => sum + (one.file === file ? (one.ms ?? 0) : 0), 0)]));
  }
  return { [job.files?.[0] ?? job.name]: ms };
}

/** As a user types it. */
function commandLine() {
  const args = process.argv.slice(2).filter((arg) => arg !== '--record');
  const [tier = ''] = args;
  const scripts = /** @type {Readonly<Record<string, string>>} */ ({ change: 'npm run t', wire: 'npm run test:wire', real: 'npm run test:real', hosts: 'npm run e2e', nightly: 'npm run test:nightly' });
  const script = scripts[tier];
  const rest = script === undefined ? args : args.slice(1);
  return [script ?? 'npm test', ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ');
}

/** @param {number} ms */
function minutes(ms) {
  return ms < 90_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}
