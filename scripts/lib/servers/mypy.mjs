import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../process.mjs';
import { answers, link, reportedVersion, tail } from './server.mjs';

const VERSION = '2.4.1';
/** With the plugin of Django, as projects of it have it. */
const PACKAGES = [`mypy==${VERSION}`, 'django==5.2.8', 'django-stubs==6.1.2'];
const PROGRAMS = ['mypy', 'dmypy'];

/** A virtual environment: plugins are packages beside mypy. @type {import('./server.mjs').Server} */
export const mypy = {
  name: 'mypy',
  pinned: VERSION,
  needs: 'python3 with pip',
  version: (bin) => reportedVersion(bin, 'mypy', ['--version'], /^mypy (\S+)/),
  obstacle: async () =>
    (await answers('python3', '-m', 'pip', '--version')) ? undefined : 'no python3 with pip on PATH',
  async install({ prefix, bin }) {
    const home = join(prefix, 'mypy');
    rmSync(home, { recursive: true, force: true });
    const steps = [
      ['-m', 'venv', '--without-pip', home],
      [
        '-m',
        'pip',
        '--python',
        join(home, 'bin', 'python'),
        'install',
        '--only-binary=:all:',
        '--disable-pip-version-check',
        ...PACKAGES,
      ],
    ];
    for (const args of steps) {
      const { code, output } = await run('python3', args, { cwd: prefix });
      if (code !== 0) return `python3 ${args.join(' ')} (exit code ${String(code)}):\n${tail(output)}`;
    }
    for (const name of PROGRAMS) link(join(home, 'bin', name), join(bin, name));
    return undefined;
  },
};
