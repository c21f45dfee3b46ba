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
  const plan = steps.filter((step) => step.name === 'setup' || chosen.includes(step));
  for (const step of plan) {
    const counts = isInstalled(root) || step.name === 'setup' ? await perform(step) : notRun(step.name);
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

/** @param {import('./lib/steps.mjs').Step} step */
async function perform({ name, run }) {
  const folder = mkdtempSync(join(tmpdir(), 'llxprt-lsp-test-'));
  const start = performance.now();
  const { ok, counts, output } = await run(folder).finally(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${seconds} s  ${summary(counts)}`);
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
