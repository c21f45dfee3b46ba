/**
 * What a later edit costs in each host: npm run bench:hosts [-- --record].
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { root, tools } from './lib/paths.mjs';

const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } });
const env = { ...process.env, ...(values.record && { LLXPRT_RECORD: '1' }) };
const { status } = spawnSync(process.execPath, [tools.vitest, 'run', '--project', 'measure'], { cwd: root, env, stdio: 'inherit' });
process.exitCode = status ?? 1;
