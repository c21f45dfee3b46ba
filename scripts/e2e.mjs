// Runs the end-to-end tests of hosts, the real programs: npm run e2e -- --help.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { hostNames, programsOf } from './lib/hosts/index.mjs';
import { needs } from './lib/needs.mjs';
import { root, tools } from './lib/paths.mjs';

const TESTS = 'packages/e2e/hosts';
/** By name: those that npm installs with this repository, and those that this command installs. */
const names = ['gemini', 'pi', ...hostNames].toSorted();

const usage = `usage: npm run e2e [-- --host NAME]... [-t PATTERN]

Runs the real programs of hosts against models that are played, after installing those that npm
does not install with this repository (700 MB for all of them, in the user's cache folder).

  --host NAME  the tests of this host alone: ${names.join(', ')}; may be given more than once
  -t PATTERN   only tests with this in their title
  -h, --help   this text

Of LLxprt Code (llxprt) no registry has a package. Its tests run where LLXPRT_CODE is the folder of
its sources: docs/hosts/llxprt-code.md, "The real program in our tests".

Exit codes: 0 all passed, 1 a test failed, or a host that was named is missing, 2 usage.`;

process.exitCode = main();

function main() {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    return 2;
  }
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const { named } = options;
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
  const only = options.pattern === undefined ? [] : ['-t', options.pattern];
  return node(tools.vitest, 'run', '--project', 'e2e', ...only, ...filesOf(named));
}

/** @param {readonly string[]} named */
function filesOf(named) {
  return named.length === 0
    ? [TESTS]
    : readdirSync(join(root, TESTS))
        .filter((file) => named.some((name) => file.split(/[.-]/)[0] === name))
        .map((file) => `${TESTS}/${file}`);
}

/** @param {...string} args */
function node(...args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function readOptions() {
  try {
    const {
      host: named = [],
      t: pattern,
      help = false,
    } = parseArgs({
      options: {
        host: { type: 'string', multiple: true },
        t: { type: 'string', short: 't' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
    const unknown = named.filter((name) => !names.includes(name));
    return unknown.length === 0
      ? { named, pattern, help }
      : `There is no ${unknown.join(', no ')}. There are: ${names.join(', ')}.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
