import process from 'node:process';
import { run } from '../process.mjs';

/** The program that comes with Node. */
export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * npm's options to install into a folder. It would look there for the machine's settings, too, and
 * then knows no certificate or registry that they name.
 * @param {string} folder absolute, there
 */
export async function into(folder) {
  const { code, output } = await run(npm, ['config', 'get', 'globalconfig', '--no-update-notifier'], {
    cwd: folder,
  });
  return ['--prefix', folder, ...(code === 0 ? ['--globalconfig', output.trim()] : [])];
}
