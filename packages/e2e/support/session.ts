import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import {
  Config,
  findBun,
  lspCommand,
  parseLspSettings,
  type LspConfig,
  type LspServiceClient,
  type LspSettingsSources,
  type ServerConfig,
  type ServerStatus,
  type ToolContext,
  type ToolRegistry,
  type ToolResult,
} from '@vybestack/llxprt-lsp-core';
import { expect, vi } from 'vitest';
import { sidecar } from '../../../scripts/lib/paths.mjs';
import { TOOLS, type Call } from './calls.js';
import { PATIENT } from './deadlines.js';
import { MARK, marked, type Process } from './processes.js';
import { Probe } from '../../lsp/test/harness/probe.ts';
import { Workspace, type Tree } from './workspace.js';

const FAKES = join(sidecar, 'test', 'fakes');

/** The Bun that `npm install` has put into packages/lsp. */
export function repositoryBun(): string {
  const bun = findBun({ packageDir: sidecar, workspaceRoot: sidecar, env: {} });
  if (bun.kind === 'missing') throw new Error(`${bun.reason}: run npm run setup`);
  return bun.path;
}

/** A server of the user's own settings: one of packages/lsp/test/fakes, run by Bun. */
export function fake(file: string, { args = [], ...server }: ServerConfig = {}): ServerConfig {
  return { command: repositoryBun(), args: [join(FAKES, file), ...args], extensions: ['.fake'], ...server };
}

export interface SessionOptions {
  files?: Tree;
  /** Folders to be found in `node_modules`, by the link's path. */
  packages?: Tree;
  /** The user's settings; the deadlines are long where they name none. */
  lsp?: LspConfig | false;
  /** Both scopes' settings as they were read, instead of `lsp`. */
  settings?: LspSettingsSources;
  /** The host names the workspace by a symbolic link. */
  linked?: boolean;
  bunPath?: string;
  packageDir?: string;
  /** Where its navigation tools go. */
  toolRegistry?: ToolRegistry;
}

export interface CallOutcome {
  /** The whole `llmContent`. */
  text: string;
  /** What it would be without LSP. */
  plain: string;
  /** What stands after that and the blank line; `''` if nothing does. */
  found: string;
  ms: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Runs when the files are written and nobody has been asked yet. */
  afterWrite?: () => void;
}

/**
 * A host's session: the three tools over the real sidecar. Beside it, a session with `"lsp": false` makes the same calls on a copy of
 * the same files, so that every result has what it would be without LSP to be compared with.
 */
export class Session {
  /** What has been logged so far. */
  readonly log: readonly string[];
  /** What the settings had wrong, worded for a person. */
  readonly problems: readonly string[];
  readonly #mark = randomUUID();
  readonly #without: Config;

  private constructor(
    readonly config: Config,
    readonly workspace: Workspace,
    readonly probe: Probe,
    private readonly copy: Workspace,
    details: { log: string[]; problems: string[] },
  ) {
    this.log = details.log;
    this.problems = details.problems;
    this.#without = new Config({ workspaceRoot: copy.real, lsp: false, logger: { debug: () => undefined } });
  }

  static async open({
    files = {},
    packages = {},
    lsp,
    settings,
    linked = false,
    ...programs
  }: SessionOptions = {}): Promise<Session> {
    const workspace = new Workspace();
    const copy = new Workspace();
    workspace.write(files);
    copy.write(files);
    workspace.install(packages);
    const probe = await Probe.listen(join(dirname(workspace.real), 'probe'));
    const sources = settings ?? {
      user: withProbe(lsp === false ? false : { ...PATIENT, ...lsp }, join(dirname(workspace.real), 'probe')),
    };
    const { lsp: resolved, problems } = parseLspSettings(sources);
    const log: string[] = [];
    const config = new Config({
      workspaceRoot: linked ? workspace.link : workspace.real,
      lsp: resolved,
      logger: { debug: (line) => log.push(line) },
      ...programs,
    });
    const session = new Session(config, workspace, probe, copy, {
      log,
      problems: problems.map(({ scope, key, message }) => `${scope}: ${key} ${message}`),
    });
    await session.#start();
    return session;
  }

  /** Inherits the mark: the process is there when `initialize` returns, before another session can set its own. */
  #start(): Promise<void> {
    process.env[MARK] = this.#mark;
    return this.config.initialize();
  }

  /** Its own and the copy without LSP. */
  get workspaces(): readonly Workspace[] {
    return [this.workspace, this.copy];
  }

  /** Of a session whose service has been started. */
  get client(): LspServiceClient {
    const client = this.config.getLspServiceClient();
    if (client === undefined) throw new Error(`no service:\n${this.log.join('\n')}`);
    return client;
  }

  /** The sidecar's process id, from the log. */
  get pid(): number {
    const pid = /service (\d+) ready/.exec(this.log.join('\n'))?.[1];
    if (pid === undefined) throw new Error(`no service is ready:\n${this.log.join('\n')}`);
    return Number(pid);
  }

  /** The sidecar and everything below it. */
  processes(): Process[] {
    return marked(this.#mark);
  }

  /** On disk, behind everybody's back. */
  write(files: Tree): void {
    this.workspace.write(files);
    this.copy.write(files);
  }

  /** What a host's tools get, with something that happens between write and check. */
  context(afterWrite: () => void = () => undefined): ToolContext {
    const context = this.config.toolContext();
    return {
      ...context,
      appendDiagnostics: (success, request) => {
        afterWrite();
        return context.appendDiagnostics(success, request);
      },
    };
  }

  /** Makes the call, and holds its result against the one without LSP: they may differ in what the model reads after the success text. */
  async call({ tool, params }: Call, { signal, afterWrite }: CallOptions = {}): Promise<CallOutcome> {
    const without = this.#here(await TOOLS[tool](params, this.#without.toolContext()));
    const started = performance.now();
    const result = await TOOLS[tool](params, this.context(afterWrite), signal);
    const ms = performance.now() - started;
    expect(result).toStrictEqual({ ...without, llmContent: result.llmContent });
    const { llmContent: text } = result;
    const plain = without.llmContent;
    if (text === plain) return { text, plain, found: '', ms };
    expect(text.slice(0, plain.length + 2)).toBe(`${plain}\n\n`);
    return { text, plain, found: text.slice(plain.length + 2), ms };
  }

  /** A result of the copy, as it reads in the workspace itself: refusals name the folder. */
  #here(result: ToolResult): ToolResult {
    // Results have the path with its & as a tag could hold it.
    const tagged = (path: string): string => path.replaceAll('&', '&amp;');
    const here = (text: string): string =>
      text
        .replaceAll(this.copy.real, this.workspace.real)
        .replaceAll(tagged(this.copy.real), tagged(this.workspace.real));
    const { llmContent, returnDisplay, error } = result;
    const renamed = { llmContent: here(llmContent), returnDisplay: here(returnDisplay) };
    return error === undefined ? renamed : { ...renamed, error: { ...error, message: here(error.message) } };
  }

  /** What `/lsp status` prints. */
  status(args = 'status'): Promise<string> {
    return lspCommand(args, (options) => this.config.lspState(options));
  }

  async server(id: string): Promise<ServerStatus | undefined> {
    return (await this.client.status({ verbose: true })).find((server) => server.id === id);
  }

  /** Ends the session as a host does; every process is gone then. */
  async close(): Promise<void> {
    await this.config.shutdown();
    try {
      await vi.waitFor(() => expect(this.processes()).toEqual([]), { timeout: 10_000 });
    } finally {
      for (const { pid } of this.processes()) process.kill(pid, 'SIGKILL');
      this.probe.close();
      this.workspace.dispose();
      this.copy.dispose();
    }
  }
}

/** The settings with every server that has a program told where to report. */
function withProbe(lsp: LspConfig | false, path: string): LspConfig | false {
  if (lsp === false) return lsp;
  const servers = Object.entries(lsp.servers ?? {}).map(([id, server]): [string, ServerConfig] => {
    return [
      id,
      server.command === undefined
        ? server
        : { ...server, env: { ...server.env, FAKE_PROBE: path, FAKE_NAME: id } },
    ];
  });
  return { ...lsp, servers: Object.fromEntries(servers) };
}
