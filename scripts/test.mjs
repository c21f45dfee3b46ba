// Runs the tests of a tier, and ends with one line that counts them:
// node scripts/test.mjs [TIER] [--since REF], --help.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isFailed } from './lib/cases.mjs';
import { totalLines } from './lib/report.mjs';
import { setUp } from './lib/setup.mjs';
import { tiers } from './lib/tiers.mjs';

const usage = `usage: node scripts/test.mjs [TIER] [--since REF] [--list]

Tiers:
  main      what every machine with Node and npm can prove; npm test
  full      everything that CI asserts: main, lint, types, real servers, hosts; npm run test:full
  rest      what full has beside main
  change    lint, types and unit tests of what changed and of what imports it; npm run t
  nightly   fault matrix, load, fuzzing, all languages, the demo's picture; npm run test:nightly

Options:
  --since REF  of the tier change: the commit before the change; without it, the upstream branch,
               or what is not committed, or the last commit
  --list       print the names of the steps and run nothing
  -h, --help   print this text

Where CI is "true", programs that tests need and npm does not carry are installed first. One test:
npx vitest run FILE, or in packages/lsp: node scripts/lsp.mjs run test FILE.

Exit codes: 0 all passed, 1 a test failed or none ran, 2 usage.`;

// Programs that keep compiled files would leave them in the folder for temporary files.
process.env['NODE_DISABLE_COMPILE_CACHE'] ??= '1';
process.exitCode = await main();

async function main() {
  const options = readOptions();
  if (typeof options === 'string') return fail(`${options}\n\n${usage}`);
  const { tier, since, list, help } = options;
  if (help) {
    console.log(usage);
    return 0;
  }
  const steps = await tiers[tier](since);
  if ('failed' in steps) return fail(steps.failed);
  if (list) {
    console.log(steps.map(({ name }) => name).join('\n'));
    return 0;
  }
  const ready = await setUp((line) => {
    console.log(line);
  });
  if (ready.kind === 'failed') {
    console.error(ready.message);
    console.log(totalLines([{ name: 'setup', state: 'failed', error: '' }]).join('\n'));
    return 1;
  }
  return runAll(steps);
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  return 2;
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        since: { type: 'string' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [name = 'main', ...more] = positionals;
    const tier = Object.keys(tiers).find(
      /** @type {(key: string) => key is keyof typeof tiers} */ ((key) => key === name),
    );
    if (more.length > 0) return `One tier at a time, not ${positionals.join(', ')}.`;
    if (tier === undefined) return `There is no tier ${name}. There are: ${Object.keys(tiers).join(', ')}.`;
    if (values.since !== undefined && tier !== 'change')
      return '--since is for the tier change: npm run t -- --since REF.';
    return { ...values, tier };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param {readonly import('./lib/runners.mjs').Step[]} steps */
async function runAll(steps) {
  const start = performance.now();
  const reports = mkdtempSync(join(tmpdir(), 'reports-'));
  // Ctrl-C ends the process without unwinding the stack.
  process.once('exit', () => {
    rmSync(reports, { recursive: true, force: true });
  });
  const cases = [];
  for (const { name, run } of steps) {
    console.log(`\n${name}`);
    const begun = performance.now();
    cases.push(...(await run(mkdtempSync(join(reports, 'step-')))));
    console.log(`${name}: ${duration(performance.now() - begun)}`);
  }
  console.log(`\ntook ${duration(performance.now() - start)}`);
  console.log(totalLines(cases).join('\n'));
  return cases.length > 0 && !cases.some(isFailed) ? 0 : 1;
}

/** @param {number} ms */
function duration(ms) {
  return ms < 90_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}
