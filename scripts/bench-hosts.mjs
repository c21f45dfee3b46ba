/**
 * What a later edit costs in each host: npm run bench:hosts [-- --record].
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { root, tools } from './lib/paths.mjs';

const usage = `usage: npm run bench:hosts [-- --record]

Runs each host's real program twice at once, with this package and without, and prints what a later
edit takes in both. --record writes docs/hosts.md. Hosts that are not installed are left out:
npm run e2e installs them.`;

/** @returns {{ record: boolean, help: boolean } | undefined} */
function options() {
  try {
    return parseArgs({
      options: {
        record: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return undefined;
  }
}

const values = options();
if (values === undefined || values.help) {
  if (values !== undefined) console.log(usage);
  process.exit(values === undefined ? 2 : 0);
}
const env = { ...process.env, ...(values.record && { LLXPRT_RECORD: '1' }) };
const { status } = spawnSync(process.execPath, [tools.vitest, 'run', '--project', 'measure'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
