import { spawnSync } from 'node:child_process';
import { root, tools } from '../../../scripts/lib/paths.mjs';
import { command } from './frame/command.js';
import { flag } from './frame/options.js';

export const hosts = command({
  name: 'bench:hosts',
  says: `Runs each host's real program twice at once, with this package and without, and prints what a
    later edit takes in both. Hosts that are not installed are left out: npm run e2e installs them.`,
  options: { record: flag('writes docs/hosts.md') },
  async run({ record }) {
    const env = { ...process.env, ...(record && { LLXPRT_RECORD: '1' }) };
    const args = [tools.vitest, 'run', '--project', 'measure'];
    const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    return Promise.resolve(status === 0 ? 0 : 1);
  },
});
