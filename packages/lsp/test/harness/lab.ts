import { expect, setDefaultTimeout } from 'bun:test';
import { join } from 'node:path';

import {
  type Bootstrap,
  BUILT_IN_CHECKERS,
  BUILT_IN_SERVERS,
  type CheckedDiagnostic,
  type CheckerConfig,
  type CheckReport,
  type Diagnostic,
  type LspConfig,
  type ServerConfig,
  WELL_KNOWN_SERVERS,
} from '../../src/types.ts';
import { Probe } from './probe.ts';
import { Sidecar } from './sidecar.ts';
import { Workspace, type Tree } from './workspace.ts';

// Waits are bounded by the inboxes, which say what was missing; this only has to be longer.
setDefaultTimeout(120_000);

const FAKES = join(import.meta.dir, '../fakes');

/** They look for a project, a program or the network, and this machine may have any of them: a test names those that it has use for. */
const OFF = Object.fromEntries(
  [...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS].map((id) => [id, { enabled: false }]),
);
const CHECKERS_OFF = Object.fromEntries(BUILT_IN_CHECKERS.map((id) => [id, { enabled: false }]));

export interface LabOptions {
  files?: Tree;
  /** The workspace folder's name. */
  name?: string;
  /** What the sidecar is told is the workspace root; by default the workspace's own. */
  root?: (workspace: Workspace) => string;
  servers?: Record<string, ServerConfig>;
  checkers?: Record<string, CheckerConfig>;
  config?: Omit<LspConfig, 'servers' | 'checkers'>;
  /** Which tools it serves there. */
  catalog?: Bootstrap['catalog'];
  throughShell?: boolean;
  redirections?: string;
  /** Laid over the environment of the tests. */
  env?: Readonly<Record<string, string>>;
  /** Further fields of LSP_BOOTSTRAP. */
  bootstrap?: Readonly<Record<string, unknown>>;
}

/** A custom server that runs a file of ../fakes. */
export function fake(file: string, { args = [], ...config }: ServerConfig = {}): ServerConfig {
  return { command: process.execPath, args: [join(FAKES, file), ...args], extensions: ['.fake'], ...config };
}

/** A custom checker that runs a file of ../fakes. */
export function fakeChecker(file: string, { args = [], ...config }: CheckerConfig = {}): CheckerConfig {
  return {
    command: process.execPath,
    args: [join(FAKES, file), ...args],
    extensions: ['.fake'],
    parser: 'gcc',
    ...config,
  };
}

/**
 * A custom checker that finds `line` in its project, without the start of a runtime: it has ended
 * long before a deadline that another one is to miss.
 */
export function quickChecker(line: string, config: CheckerConfig = {}): CheckerConfig {
  return {
    command: '/bin/sh',
    args: ['-c', `echo '${line}'; exit 1`],
    extensions: ['.fake'],
    parser: 'gcc',
    ...config,
  };
}

/** A workspace, the probe that its fake servers report to, and a sidecar that is ready. `await using` ends all three and checks that no process is left. */
export class Lab implements AsyncDisposable {
  private constructor(
    readonly workspace: Workspace,
    readonly probe: Probe,
    readonly sidecar: Sidecar,
  ) {}

  static async open({
    files = {},
    name,
    root,
    servers = {},
    checkers = {},
    config = {},
    catalog,
    bootstrap: further = {},
    ...spawn
  }: LabOptions = {}): Promise<Lab> {
    const workspace = new Workspace(files, name);
    const probe = await Probe.listen(join(workspace.outside, 'probe'));
    const connected = <Config extends ServerConfig | CheckerConfig>(
      configs: Record<string, Config>,
    ): Record<string, Config> => {
      const pairs = Object.entries(configs).map(([id, each]): [string, Config] => {
        return [
          id,
          each.command === undefined
            ? each
            : { ...each, env: { ...each.env, FAKE_PROBE: probe.path, FAKE_NAME: id } },
        ];
      });
      return Object.fromEntries(pairs);
    };
    const bootstrap = {
      workspaceRoot: root?.(workspace) ?? workspace.root,
      config: {
        ...config,
        servers: { ...OFF, ...connected(servers) },
        checkers: { ...CHECKERS_OFF, ...connected(checkers) },
      },
      ...(catalog !== undefined && { catalog }),
      ...further,
    };
    const lab = new Lab(workspace, probe, new Sidecar({ bootstrap: JSON.stringify(bootstrap), ...spawn }));
    try {
      await lab.sidecar.ready();
    } catch (error) {
      await lab[Symbol.asyncDispose]();
      throw new Error(`no lsp/ready; stderr:\n${lab.sidecar.stderr}`, { cause: error });
    }
    return lab;
  }

  checkFile(filePath: string, text?: string): Promise<CheckedDiagnostic[]> {
    return this.sidecar.request('lsp/checkFile', { filePath, ...(text === undefined ? {} : { text }) });
  }

  /** Messages only, in the order they came. */
  async messages(filePath: string, text?: string): Promise<string[]> {
    return (await this.checkFile(filePath, text)).map((diagnostic) => diagnostic.message);
  }

  /** Writes each file, as the tools do, and asks about all of them in one question. */
  check(files: Record<string, string>, others = false): Promise<CheckReport> {
    for (const [path, text] of Object.entries(files)) this.workspace.write(path, text);
    return this.sidecar.request('lsp/check', {
      files: Object.entries(files).map(([filePath, text]) => ({ filePath, text })),
      others,
    });
  }

  /** Writes the file first, as the tools do. */
  async edit(filePath: string, text: string): Promise<string[]> {
    this.workspace.write(filePath, text);
    return this.messages(filePath, text);
  }

  async status(id: string): Promise<string | undefined> {
    return (await this.sidecar.request('lsp/status', {})).find((server) => server.id === id)?.status;
  }

  /** How many server processes have been started. */
  get started(): number {
    return this.probe.events.filter(({ event }) => event === 'started').length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.sidecar[Symbol.asyncDispose]();
    } finally {
      this.probe.close();
      this.workspace[Symbol.dispose]();
    }
  }
}

/** Diagnostics by file, reduced to their messages. */
export function messagesByFile(record: Record<string, Diagnostic[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(record).map(([file, found]) => [file, found.map(({ message }) => message)]),
  );
}

/** How each server of a check came out, by id. */
export function outcomes(report: CheckReport): Record<string, string> {
  return Object.fromEntries(report.servers.map(({ id, outcome }) => [id, outcome]));
}

/** Resolves to how long the promise took, ms. */
export async function elapsed(promise: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await promise;
  return performance.now() - start;
}

/**
 * Expects the answer, at the latest of the tenth question: a result goes without what explains or
 * mends its errors where that takes over 300 ms, as anything may on a busy machine.
 */
export async function expectInTime(ask: () => Promise<unknown>, want: unknown): Promise<void> {
  let answer = await ask();
  for (let question = 1; question < 10 && !isEqual(answer, want); question += 1) answer = await ask();
  expect(answer).toEqual(want);
}

/** By `want`'s matchers, too. */
function isEqual(answer: unknown, want: unknown): boolean {
  try {
    expect(answer).toEqual(want);
    return true;
  } catch {
    return false;
  }
}
