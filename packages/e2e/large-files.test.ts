import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOf, run, type Outcome } from './support/cli.js';

const MIB = 2 ** 20;

/** Sparse: blanks that a clone unpacks take as little of it. */
const SIZE = 700 * MIB;

const FILES = { 'a.json': '{ "a": }\n' };
const SETTINGS = [
  '.gitignore',
  '.vscode/settings.json',
  '.llxprt/settings.json',
  'opencode.json',
  '.gemini/settings.json',
  '.mcp.json',
  '.git/index',
];

function put(folder: string, names: readonly string[], make: (path: string) => void): string {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    make(join(folder, name));
  }
  return folder;
}

const large = (path: string): void => {
  writeFileSync(path, '');
  truncateSync(path, SIZE);
};
const pipe = (path: string): void => void execFileSync('mkfifo', [path]);

/** With what the command took at most, bytes: its last line says so. */
async function measured(
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome & { readonly peak: number }> {
  const says =
    "data:text/javascript,process.on('exit',()=>process._rawDebug('peak%20'+process.resourceUsage().maxRSS))";
  const outcome = await run(args, { cwd, env: { ...env, NODE_OPTIONS: `--import=${says}` } });
  const peaks = [...outcome.stderr.matchAll(/^peak (\d+)$/gm)].map(([, kib]) => Number(kib) * 1024);
  return { ...outcome, peak: Math.max(...peaks) };
}

const PEAK = 400 * MIB;

describe.each([
  ['700 MiB', large, 'it has more than 4194304 bytes', 'it has more than 67108864 bytes'],
  ...(process.platform === 'win32'
    ? []
    : [['pipes', pipe, 'it is not a regular file', 'it is not a regular file'] as const]),
] as const)('settings that are %s', (_, make, reason, baselineReason) => {
  test('are unreadable, reported as that, and a file is judged as ever', async () => {
    const { code, stdout, stderr, peak } = await measured(
      ['check', '--format', 'text'],
      put(folderOf(FILES), SETTINGS, make),
    );
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^a\.json:1:8 error /) as string]);
    expect(stderr).toContain(join('.llxprt', 'settings.json'));
    expect(stderr).toContain(`not readable: ${reason}`);
    expect(peak).toBeLessThan(PEAK);
  });

  test('of another host: trust is not given, nothing is installed, and a baseline is refused', async () => {
    const cwd = put(folderOf(FILES), ['known.json', 'trusted.json'], make);
    const home = put(folderOf({}), ['.codex/config.toml'], make);
    const refused = await measured(['check', '--baseline', 'known.json'], cwd);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`known.json: not readable: ${baselineReason}`) as string,
    ]);
    const doctor = await measured(['doctor'], cwd, {
      GEMINI_CLI: '1',
      GEMINI_CLI_TRUSTED_FOLDERS_PATH: join(cwd, 'trusted.json'),
    });
    expect(doctor.stdout).toMatch(/not trusted|untrusted/);
    const install = await measured(['install', 'codex'], cwd, { HOME: home, USERPROFILE: home });
    expect([install.code, install.stdout + install.stderr]).toEqual([
      2,
      expect.stringContaining(reason) as string,
    ]);
    for (const { peak } of [refused, doctor, install]) expect(peak).toBeLessThan(PEAK);
  });
});
