import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ownFolders } from '@vybestack/llxprt-lsp-core';
import { killGroup, trackGroup } from '../../../core/src/lsp/process-group.js';
import { REPOSITORY, SIDECAR } from '../places.js';
import { installedIn } from './languages.js';
import type { Scenario } from './scenario.js';

/** The program `llxprt-lsp`, as it is built. */
const MAIN = join(REPOSITORY, 'packages', 'cli', 'dist', 'main.js');

/** Servers that a workspace has in its node_modules, by their ids. */
const PACKAGES: Readonly<Record<string, string>> = {
  css: 'vscode-langservers-extracted',
  html: 'vscode-langservers-extracted',
  json: 'vscode-langservers-extracted',
  yaml: 'yaml-language-server',
};

interface Ran {
  readonly code: number | null;
  /** Its streams, stdout first. */
  readonly out: string;
}

/** The disk of one scenario, and a home folder that has nothing in it. */
export class Stage {
  readonly workspace: string;
  /** For what compilers write. */
  readonly scratch: string;
  readonly #home: string;

  /** @param folder to be made */
  constructor(folder: string, { files, language, servers }: Scenario) {
    const [workspace, home, scratch] = ['workspace', 'home', 'scratch'].map((name) => join(folder, name));
    if (workspace === undefined || home === undefined || scratch === undefined) throw new Error('no folder');
    for (const one of [workspace, home, scratch]) mkdirSync(one, { recursive: true });
    [this.workspace, this.#home, this.scratch] = [realpathSync(workspace), home, scratch];
    const links = installedIn(language);
    for (const name of new Set(servers.flatMap((id) => PACKAGES[id] ?? [])))
      links.push([name, join(SIDECAR, 'node_modules', name)]);
    for (const [path, target] of links) {
      const link = join(workspace, 'node_modules', path);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(realpathSync(target), link, 'junction');
    }
    for (const [path, content] of files) this.write(path, content);
    // The command line takes its settings from the home folder alone.
    const own = ownFolders(home, {}).config;
    mkdirSync(own, { recursive: true });
    const { firstTouchTimeout, diagnosticTimeout } = DEADLINES;
    writeFileSync(
      join(own, 'settings.json'),
      JSON.stringify({ lsp: { firstTouchTimeout, diagnosticTimeout } }),
    );
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.workspace, path)), { recursive: true });
    writeFileSync(join(this.workspace, path), content);
  }

  /** undefined: it is not there. */
  read(path: string): string | undefined {
    try {
      return readFileSync(join(this.workspace, path), 'utf8');
    } catch {
      return undefined;
    }
  }

  /** A shell of a person or an agent: it tells nobody. Throws where it fails. */
  async shell(script: string): Promise<void> {
    const { code, out } = await this.#run('sh', ['-e', '-c', script]);
    if (code !== 0) throw new Error(`the shell ended with ${String(code)}: ${out.trim().slice(-800)}`);
  }

  /** `llxprt-lsp` with these words; whatever its exit code. */
  async cli(words: string): Promise<string> {
    return (await this.#run('sh', ['-c', `exec "${process.execPath}" "${MAIN}" ${words}`])).out;
  }

  /** Runs work with the environment of this stage as that of the process: the service inherits it. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const before = { ...process.env };
    setEnvironment(this.environment);
    try {
      return await work();
    } finally {
      setEnvironment(before);
    }
  }

  get environment(): NodeJS.ProcessEnv {
    const real = homedir();
    const { env } = process;
    const kept = {
      CARGO_HOME: env['CARGO_HOME'] ?? join(real, '.cargo'),
      RUSTUP_HOME: env['RUSTUP_HOME'] ?? join(real, '.rustup'),
      PYENV_ROOT: env['PYENV_ROOT'] ?? join(real, '.pyenv'),
      GOCACHE: env['GOCACHE'] ?? join(real, '.cache', 'go-build'),
      GOMODCACHE: env['GOMODCACHE'] ?? join(real, 'go', 'pkg', 'mod'),
    };
    return {
      ...env,
      ...kept,
      ...Object.fromEntries(UNSET.map((name) => [name, undefined])),
      ...GIT,
      HOME: this.#home,
      USERPROFILE: this.#home,
      GOPROXY: 'off',
      GOTOOLCHAIN: 'local',
      CARGO_NET_OFFLINE: 'true',
      NO_COLOR: '1',
    };
  }

  async #run(program: string, args: readonly string[]): Promise<Ran> {
    // A group of its own: what a shell has started ends with this process, too.
    const child = spawn(program, args, {
      cwd: this.workspace,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const { pid } = child;
    if (pid !== undefined) trackGroup(pid);
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (pid !== undefined) killGroup(pid);
    return { code, out: out + err };
  }
}

/** A late answer is slow, and what is judged here is whether it is right. ms */
export const DEADLINES = {
  diagnosticTimeout: 60_000,
  firstTouchTimeout: 60_000,
  otherFilesTimeout: 30_000,
  linterGrace: 30_000,
} as const;

/** Variables of this shell that would choose an environment, or folders of another user. */
const UNSET = [
  ...['VIRTUAL_ENV', 'CONDA_PREFIX', 'CONDA_DEFAULT_ENV', 'PYENV_VERSION', 'UV_PROJECT_ENVIRONMENT'],
  ...[
    'PYTHONPATH',
    'PYTHONHOME',
    'XDG_CONFIG_HOME',
    'XDG_CACHE_HOME',
    'CARGO_TARGET_DIR',
    'GOWORK',
    'GOFLAGS',
  ],
];

/** Nobody's configuration but that of the home folder. */
const GIT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'scenario',
  GIT_AUTHOR_EMAIL: 'scenario@localhost',
  GIT_COMMITTER_NAME: 'scenario',
  GIT_COMMITTER_EMAIL: 'scenario@localhost',
};

function setEnvironment(values: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env))
    if (values[name] === undefined) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) process.env[name] = value;
}
