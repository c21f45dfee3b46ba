import {
  appendDiagnostics,
  applyPatch,
  type CheckReport,
  edit,
  LSP_DEFAULTS,
  type LspConfig,
  LspServiceClient,
  type NavigationTool,
  registerLspNavTools,
  type ToolRegistry,
  type ToolResult,
  writeFile,
} from '@vybestack/llxprt-lsp-core';
import { BUILT_IN_SERVERS, WELL_KNOWN_SERVERS } from '../../../core/src/lsp/types.js';
import type { Language } from './code/language.js';

const TOOLS = { edit, write_file: writeFile, apply_patch: applyPatch } as const;

export type EditTool = keyof typeof TOOLS;

/** What a tool did, and the report behind its text; undefined where the service was not asked. */
export interface ServiceEdit {
  readonly result: ToolResult;
  readonly report: CheckReport | undefined;
  readonly ms: number;
}

export interface ServiceAnswer {
  readonly result: ToolResult;
  readonly data: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

export interface RunningServer {
  readonly title: string;
  readonly pid: number;
}

/**
 * By when results are there, ms: what is configured, half a second more that the host waits for the
 * service's own word, and as much again for processes to have their turn where all processors are
 * busy.
 */
const MARGIN_MS = 1000;
/** Far below the default: a tool that takes longer here is lost. */
const NAVIGATION_MS = 10_000;
export const BOUND_MS = {
  edit: LSP_DEFAULTS.diagnosticTimeout + MARGIN_MS,
  firstEdit: LSP_DEFAULTS.firstTouchTimeout + MARGIN_MS,
  navigation: NAVIGATION_MS + MARGIN_MS,
} as const;

/**
 * A session of one sidecar, which many agents use, as a host has it: the product's own tools, and
 * the default settings but for which servers run.
 */
export class Service {
  readonly #client: LspServiceClient;
  readonly #config: Required<LspConfig>;
  readonly #tools = new Map<string, NavigationTool>();
  readonly #log: string[] = [];

  private constructor(
    readonly workspace: string,
    readonly languages: readonly Language[],
    share: boolean,
  ) {
    this.#config = {
      ...LSP_DEFAULTS,
      navigationTimeout: NAVIGATION_MS,
      share,
      servers: serversOf(languages),
    };
    this.#client = new LspServiceClient({
      workspaceRoot: workspace,
      config: this.#config,
      logger: { debug: (line) => this.#hear(line) },
    });
  }

  /** Throws if it does not start, has no tools, or is to be shared and is not. */
  static async start(workspace: string, languages: readonly Language[], share = false): Promise<Service> {
    const service = new Service(workspace, languages, share);
    try {
      return await service.#started();
    } catch (error) {
      await service.close();
      throw error;
    }
  }

  async #started(): Promise<this> {
    await this.#client.start();
    const registry: ToolRegistry = {
      registerTool: (tool) => this.#tools.set(tool.name, tool),
      unregisterTool: (name) => this.#tools.delete(name),
    };
    const logger = { debug: (line: string) => this.#hear(line) };
    const { registered } = registerLspNavTools({
      client: this.#client,
      registry,
      logger,
      config: this.#config,
    });
    if ((await registered).length === 0)
      throw new Error(
        `the service did not start: ${this.#client.getUnavailableReason() ?? 'it lists no tools'}`,
      );
    const alone = /not shared: .*/.exec(this.#log.join('\n'))?.[0];
    if (alone !== undefined) throw new Error(alone);
    return this;
  }

  /** The sidecar's process, and the group of all that it starts. */
  get pid(): number {
    const pid = /service (\d+) ready/.exec(this.#log.join('\n'))?.[1];
    if (pid === undefined) throw new Error('the service is not ready');
    return Number(pid);
  }

  get isAlive(): boolean {
    return this.#client.isAlive();
  }

  async edit(tool: EditTool, params: unknown): Promise<ServiceEdit> {
    let report: CheckReport | undefined;
    const checker = {
      isAlive: () => this.#client.isAlive(),
      check: async (...question: Parameters<LspServiceClient['check']>) =>
        (report = await this.#client.check(...question)),
    };
    const started = performance.now();
    const result = await TOOLS[tool](params, {
      workspaceRoot: this.workspace,
      appendDiagnostics: (success, request) =>
        appendDiagnostics(success, { ...request, checker, config: this.#config }),
    });
    return { result, report, ms: performance.now() - started };
  }

  /** Of a text that is not on disk. */
  check(filePath: string, text: string): Promise<CheckReport> {
    return this.#client.check({ files: [{ filePath, text }] });
  }

  async navigate(tool: string, params: Readonly<Record<string, unknown>>): Promise<ServiceAnswer> {
    const found = this.#tools.get(tool);
    if (found === undefined) throw new Error(`there is no ${tool}`);
    const started = performance.now();
    const result = await found.execute(params, new AbortController().signal);
    return { result, data: result.structuredContent ?? {}, ms: performance.now() - started };
  }

  /** Those that have a process, by title. */
  async servers(): Promise<RunningServer[]> {
    const running = (await this.#client.status()).flatMap(({ id, serverPid, program }) => {
      const version = program?.uses?.version ?? program?.version ?? '';
      const language = this.languages.find(
        ({ server }) => server.id === id && version.startsWith(server.version ?? ''),
      );
      return serverPid === undefined || language === undefined
        ? []
        : [{ title: language.title, pid: serverPid }];
    });
    return running.sort((a, b) => a.title.localeCompare(b.title, 'en') || a.pid - b.pid);
  }

  /** The last lines of its log, oldest first. */
  get log(): readonly string[] {
    return this.#log;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  close(): Promise<void> {
    return this.#client.shutdown();
  }

  /** The beginning says which process it is, the end says what went wrong. */
  #hear(line: string): void {
    this.#log.push(line);
    if (this.#log.length > 200) this.#log.splice(10, 50);
  }
}

/** What a machine has installed besides is switched off. */
function serversOf(languages: readonly Language[]): Required<LspConfig>['servers'] {
  const wanted = new Map(languages.map(({ server, env }) => [server.id, { env: { ...env } }]));
  return Object.fromEntries(
    [...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS].map((id) => [id, wanted.get(id) ?? { enabled: false }]),
  );
}
