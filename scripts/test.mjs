// Every check of every package: node scripts/test.mjs [--only WORD]... [--list]
// A step runs if its name contains one of the words; setup always runs. The last line counts tests, and each other check as one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { noCounts } from './lib/counts.mjs';
import { root } from './lib/paths.mjs';
import { isInstalled } from './lib/install.mjs';
import { steps } from './lib/steps.mjs';

/** @typedef {import('./lib/counts.mjs').Counts} Counts */

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

  const total = noCounts();
  const needed = new Set(['setup', ...chosen.flatMap(({ name, after }) => [name, after])]);
  const plan = steps.filter(({ name }) => needed.has(name));
  const begun = new Map(plan.filter(({ early }) => early).map((step) => [step, begin(step)]));
  for (const step of plan) {
    const isReady = begun.has(step) || step.name === 'setup' || isInstalled(root);
    const counts = isReady ? report(step.name, await (begun.get(step) ?? begin(step))) : notRun(step.name);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped.push(...counts.skipped);
  }

  for (const { name, reason } of total.skipped) console.log(`skipped: ${name} (${reason ?? 'its title says when'})`);
  console.log(`${String(total.passed)} passed, ${String(total.failed)} failed, ${String(total.skipped.length)} skipped`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
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
 * Never rejects.
 * @param {import('./lib/steps.mjs').Step} step
 */
async function begin({ run }) {
  const folder = mkdtempSync(join(tmpdir(), 'llxprt-lsp-test-'));
  const start = performance.now();
  try {
    const result = await run(folder);
    return { result, ms: performance.now() - start };
  } catch (error) {
    const output = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { result: { ok: false, counts: { ...noCounts(), failed: 1 }, output }, ms: performance.now() - start };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} name
 * @param {Awaited<ReturnType<typeof begin>>} done
 */
function report(name, { result: { ok, counts, output }, ms }) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${(ms / 1000).toFixed(1).padStart(6)} s  ${summary(counts)}`);
  if (!ok) console.log(`${output.trimEnd()}\n`);
  return counts;
}

/** @param {Counts} counts */
function summary({ passed, failed, skipped }) {
  const parts = [`${String(passed)} passed`];
  if (failed > 0) parts.push(`${String(failed)} failed`);
  if (skipped.length > 0) parts.push(`${String(skipped.length)} skipped`);
  return parts.join(', ');
}

/**
 * @param {string} name
 * @returns {Counts}
 */
function notRun(name) {
  return { ...noCounts(), skipped: [{ name, reason: 'the packages could not be installed' }] };
}
