// Runs the end-to-end tests of hosts, the real programs: npm run e2e -- --help.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { hostNames, npmHosts, programsOf } from './lib/hosts/index.mjs';
import { record, tableOf, tryNewest } from './lib/hosts/newest.mjs';
import { pin } from './lib/hosts/raise.mjs';
import { filesOf } from './lib/hosts/suite.mjs';
import { needs } from './lib/needs.mjs';
import { root, tools } from './lib/paths.mjs';

const usage = `usage: npm run e2e [-- --host NAME]... [-t PATTERN]
       npm run e2e -- --newest [--host NAME]... [--record]

Runs the real programs of hosts against models that are played, after installing those that npm
does not install with this repository (860 MB for all of them, in the user's cache folder).

  --host NAME  the tests of this host alone: ${hostNames.join(', ')}; may be given more than once;
               --only NAME is the same
  -t PATTERN   only tests with this in their title
  --newest     one host after the other: finds the newest version that npm serves, installs it beside
               the pinned one, runs all tests of the host with it, and prints a table. Where the newest
               cannot be installed, the one before it is taken
  --record     with --newest: writes the table into docs/hosts.md; where all tests of a newer version
               pass, pins it, and says so in README.md and on the host's page
  -h, --help   this text

Of LLxprt Code (llxprt) no registry has a package. Its tests run where LLXPRT_CODE is the folder of
its sources: docs/hosts/llxprt-code.md, "The real program in our tests".

Exit codes: 0 all passed, 1 a test failed, a host that was named is missing, or with --newest could
not be had, 2 usage.`;

process.exitCode = await main();

async function main() {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    return 2;
  }
  if (options.help) {
    console.log(usage);
    return 0;
  }
  return options.newest ? await newest(options) : pinned(options);
}

/** @typedef {{ named: readonly string[], pattern: string | undefined, isRecorded: boolean }} Options */

/** @param {Options} options */
function pinned({ named, pattern }) {
  const chosen = hostNames.filter((name) => named.length === 0 || named.includes(name));
  const programs = programsOf(chosen).flatMap(({ name }) => ['--only', name]);
  if (programs.length > 0) {
    const status = node(join(root, 'scripts/setup-language-servers.mjs'), ...programs);
    if (status !== 0) return status;
  }
  for (const name of chosen) {
    const reason = needs(name);
    if (reason === undefined) continue;
    if (named.includes(name)) {
      console.error(reason);
      return 1;
    }
    console.log(`${name} is left out: ${reason}`);
  }
  const only = pattern === undefined ? [] : ['-t', pattern];
  const files = named.length === 0 ? ['packages/e2e/hosts'] : filesOf(...chosen);
  return node(tools.vitest, 'run', ...only, ...files);
}

/** @param {Options} options */
async function newest({ named, isRecorded }) {
  const reports = mkdtempSync(join(tmpdir(), 'e2e-newest-'));
  /** @type {import('./lib/hosts/newest.mjs').Tried[]} */
  const all = [];
  try {
    for (const host of npmHosts.filter((name) => named.length === 0 || named.includes(name)))
      all.push(await tryNewest(host, reports));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`\n${tableOf(all)}`);
  if (isRecorded) {
    record(all.map(pinIfRight), new Date().toISOString().slice(0, 10));
  }
  return all.every(({ isRight }) => isRight) ? 0 : 1;
}

/**
 * @param {import('./lib/hosts/newest.mjs').Tried} tried
 * @returns {import('./lib/hosts/newest.mjs').Tried}
 */
function pinIfRight(tried) {
  const { host, version, pinned: before, isRight } = tried;
  if (!isRight || version === undefined || version === before) return tried;
  const { isPinned, text } = pin(host, version);
  console.log(text);
  return isPinned ? { ...tried, pinned: version } : tried;
}

/** @param {...string} args */
function node(...args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function readOptions() {
  try {
    const {
      host = [],
      only = [],
      t: pattern,
      newest: isNewest = false,
      record: isRecorded = false,
      help = false,
    } = parseArgs({
      options: {
        host: { type: 'string', multiple: true },
        only: { type: 'string', multiple: true },
        t: { type: 'string', short: 't' },
        newest: { type: 'boolean' },
        record: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
    const named = [...host, ...only];
    /** @type {readonly string[]} */
    const known = isNewest ? npmHosts : hostNames;
    const unknown = named.filter((name) => !known.includes(name));
    if (unknown.length > 0) return `There is no ${unknown.join(', no ')}. There are: ${known.join(', ')}.`;
    if (isRecorded && !isNewest) return '--record is for --newest.';
    if (isNewest && pattern !== undefined) return '-t is not for --newest, which runs all tests.';
    return { named, pattern, isRecorded, newest: isNewest, help };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
