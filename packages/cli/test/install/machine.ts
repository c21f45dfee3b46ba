import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ownFolders } from '@vybestack/llxprt-lsp-core';
import { ownHooks } from '../../src/install/codex-trust.js';
import { install } from '../../src/install/install-command.js';
import type { InstallHost } from '../../src/install/hosts.js';
import type { Scope } from '../../src/install/receipt.js';
import { version } from '../../src/package.js';
import type { ExitCode } from '../../src/io.js';
import { folderOf, recordingIo } from '../support/io.js';

export const HOSTS = [
  'gemini',
  'pi',
  'codex',
  'qwen',
  'claude',
  'copilot',
  'opencode',
  'llxprt',
] as const satisfies readonly InstallHost[];

/** What programs of ours write, as {@link Machine.path} takes it. */
export const [STATE] = ownFolders('~', {}).state;

/** Where earlier versions have put it. */
export const EARLIER = '~/.llxprt';

export interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

interface Options {
  readonly scope?: Scope;
  readonly uninstall?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly stay?: boolean;
}

/** A user with a home folder and a project, under names that quoting mistakes trip over. */
export class Machine {
  readonly top = folderOf();
  readonly home = join(this.top, "it's home");
  readonly project = join(this.top, 'C# "shop"');
  /** Nothing of llxprt-lsp is on PATH. */
  readonly env: NodeJS.ProcessEnv = {
    HOME: this.home,
    USERPROFILE: this.home,
    PATH: '/usr/bin:/bin',
    SHELL: '/bin/sh',
  };

  constructor() {
    mkdirSync(this.home);
    mkdirSync(this.project);
  }

  /** `~` is the home folder; other paths are relative to the project. */
  path(path: string): string {
    return path.startsWith('~/') ? join(this.home, path.slice(2)) : join(this.project, path);
  }

  write(path: string, text: string, mode?: number): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
    if (mode !== undefined) chmodSync(this.path(path), mode);
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  exists(path: string): boolean {
    return existsSync(this.path(path));
  }

  /** From now on a login shell finds the two commands. */
  putOnPath(): void {
    const bin = join(this.top, 'bin');
    mkdirSync(bin);
    for (const name of ['llxprt-lsp', 'llxprt-lsp-hook'])
      writeFileSync(join(bin, name), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    this.write('~/.profile', `PATH="${bin}:$PATH"\n`);
  }

  async install(
    host: InstallHost,
    { scope = 'user', uninstall = false, dryRun = false, json = false, stay = false }: Options = {},
  ): Promise<Outcome> {
    const io = recordingIo(this.project);
    const code = await install(io, { host, workspace: '.', scope, uninstall, dryRun, json, stay }, this.env);
    return { code, out: io.stdout(), err: io.stderr() };
  }

  /** As the user does in Codex's terminal. */
  trustInCodex(): void {
    const config = this.path('~/.codex/config.toml');
    const tables = [this.path('~/.codex/hooks.json'), this.path('.codex/hooks.json')].flatMap((path) =>
      ownHooks(path).map(
        ({ at, hash }) =>
          `[hooks.state.${JSON.stringify(`${path}:${at}`)}]\ntrusted_hash = ${JSON.stringify(hash)}\n`,
      ),
    );
    mkdirSync(dirname(config), { recursive: true });
    appendFileSync(config, `\n${tables.join('\n')}`);
  }

  uninstall(host: InstallHost, options: Options = {}): Promise<Outcome> {
    return this.install(host, { ...options, uninstall: true });
  }

  /** Every file, folder and link, with its bytes and permissions. */
  tree(): Record<string, string> {
    const entries = readdirSync(this.top, { recursive: true, encoding: 'utf8' }).sort();
    return Object.fromEntries(entries.map((path) => [path, this.#describe(join(this.top, path))]));
  }

  #describe(path: string): string {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
    const mode = (stat.mode & 0o7777).toString(8);
    return stat.isDirectory() ? mode : `${mode} ${readFileSync(path, 'latin1')}`;
  }
}

/** What an earlier version would have left, which has written its receipts elsewhere. */
export function asBefore(machine: Machine, folder = EARLIER): void {
  mkdirSync(dirname(machine.path(folder)), { recursive: true });
  renameSync(machine.path(STATE), machine.path(folder));
  rmSync(dirname(machine.path(STATE)), { recursive: true });
}
