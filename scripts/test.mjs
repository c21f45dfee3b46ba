// Every check of every package: node scripts/test.mjs [--only WORD]... [--list]
// A step runs if its name contains one of the words; setup always runs. The last line counts tests, and each other check as one.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isFailed } from './lib/cases.mjs';
import { isInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { passed, stepLines, totalLines } from './lib/report.mjs';
import { runStep } from './lib/run-step.mjs';
import { steps } from './lib/steps.mjs';

/** @typedef {import('./lib/steps.mjs').Step} Step */

process.exitCode = await main();

async function main() {
  const options = readOptions();
  if (!options) return 2;
  const words = options.only ?? [];
  const chosen = steps.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (options.list || chosen.length === 0) {
    if (!options.list) console.error(`No step is called ${words.join(' or ')}. There are:`);
    console.log(steps.map(({ name }) => name).join('\n'));
    return options.list ? 0 : 2;
  }

  const needed = new Set(['setup', ...chosen.flatMap(({ name, after }) => [name, after])]);
  const total = await runAll(steps.filter(({ name }) => needed.has(name)));
  console.log(totalLines(total).join('\n'));
  const cases = total.flatMap((step) => step.cases);
  return cases.some(isFailed) || passed(cases) === 0 ? 1 : 0;
}

function readOptions() {
  try {
    return parseArgs({ options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' } } }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nusage: npm test [-- [--only WORD]... | --list]`);
    return undefined;
  }
}

/**
 * Says what came of each step when it ends.
 * @param {readonly Step[]} plan
 */
async function runAll(plan) {
  /** @type {{ step: string, cases: import('./lib/cases.mjs').Case[] }[]} */
  const total = [];
  const finish = async (/** @type {Step} */ step) => {
    const { result, ms } = await runInstalled(step);
    console.log(stepLines(step.name, result, ms).join('\n'));
    total.push({ step: step.name, cases: result.cases });
  };
  /** @param {Step['kind']} kind */
  const ofKind = (kind) => plan.filter((step) => step.kind === kind).values();
  /** @param {Iterable<Step>} queue that others take from as well */
  const work = async (queue) => {
    for (const step of queue) await finish(step);
  };

  const early = Array.from(ofKind('early'), finish);
  await work(ofKind('setup'));
  const checks = ofKind('check');
  await Promise.all([work(checks), work(checks), ...early]);
  await work(ofKind('tests'));
  return total;
}

/** @param {Step} step */
async function runInstalled(step) {
  if ((step.kind === 'check' || step.kind === 'tests') && !isInstalled(root)) {
    /** @type {import('./lib/suite.mjs').StepResult} */
    const result = { cases: [{ name: '', state: 'skipped', reason: 'the packages could not be installed' }], output: '' };
    return { result, ms: 0 };
  }
  return runStep(step);
}
