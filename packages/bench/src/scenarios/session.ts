import {
  ADAPTER_DEFAULTS,
  appendDiagnostics,
  applyPatch,
  Config,
  edit,
  LSP_DEFAULTS,
  writeFile,
  type CheckReport,
  type LspServiceClient,
  type NavigationTool,
  type ToolContext,
} from '@vybestack/llxprt-lsp-core';
import { BUILT_IN_SERVERS, WELL_KNOWN_SERVERS } from '../../../core/src/lsp/types.js';
import type { Diagnostic } from '../../../core/src/lsp/types.js';
import { LANGUAGES } from './languages.js';
import type { Scenario } from './scenario.js';
import { DEADLINES } from './stage.js';

const TOOLS = { edit, write_file: writeFile, apply_patch: applyPatch };

/** What a call brought: the text that the model reads, and the report behind it where there is one. */
export interface Told {
  readonly text: string;
  readonly report?: CheckReport;
}

/** A session as an adapter of a host has it: our own tools, and the settings of adapters. */
export class Session {
  readonly #config: Config;
  readonly #context: ToolContext;
  readonly #tools: ReadonlyMap<string, NavigationTool>;
  /** Of the call under way. */
  #reports: CheckReport[] = [];

  private constructor(config: Config, context: ToolContext, tools: ReadonlyMap<string, NavigationTool>) {
    [this.#config, this.#tools] = [config, tools];
    const { client } = this;
    const checker = {
      isAlive: () => client.isAlive(),
      shown: client.shown,
      check: async (...question: Parameters<LspServiceClient['check']>) => {
        // What is not awaited, as the news of a deletion is not, belongs to the call that it was made in.
        const reports = this.#reports;
        const report = await client.check(...question);
        reports.push(report);
        return report;
      },
    };
    const settings = config.getLspConfig() ?? LSP_DEFAULTS;
    this.#context = {
      ...context,
      appendDiagnostics: (success, request) =>
        appendDiagnostics(success, { ...request, checker, config: settings }),
    };
  }

  static async start(
    workspaceRoot: string,
    scenario: Scenario,
    log: (line: string) => void,
  ): Promise<Session> {
    const { language, servers: besides, settings } = scenario;
    const on = [...LANGUAGES[language].servers, ...besides];
    const switches = [...BUILT_IN_SERVERS, ...WELL_KNOWN_SERVERS].map((id) => [
      id,
      on.includes(id) ? {} : { enabled: false },
    ]);
    const tools = new Map<string, NavigationTool>();
    const config = new Config({
      workspaceRoot,
      lsp: {
        ...LSP_DEFAULTS,
        ...ADAPTER_DEFAULTS,
        ...DEADLINES,
        share: false,
        ...settings,
        servers: { ...Object.fromEntries(switches), ...settings.servers },
      },
      logger: { debug: log },
      toolRegistry: {
        registerTool: (tool) => tools.set(tool.name, tool),
        unregisterTool: (name) => tools.delete(name),
      },
      settles: true,
      writeTools: true,
    });
    await config.initialize();
    const reason = config.getLspServiceClient()?.getUnavailableReason();
    if (reason !== undefined) throw new Error(`the sidecar did not start: ${reason}`);
    return new Session(config, config.toolContext(), tools);
  }

  get client(): LspServiceClient {
    const client = this.#config.getLspServiceClient();
    if (client === undefined) throw new Error('there is no service');
    return client;
  }

  /** A tool that changes files; throws where it refuses. */
  async change(tool: keyof typeof TOOLS, params: object): Promise<Told> {
    const reports: CheckReport[] = [];
    this.#reports = reports;
    const { llmContent, error } = await TOOLS[tool](params, this.#context);
    if (error !== undefined) throw new Error(`${tool} refused: ${error.message}`);
    const [report] = reports;
    return { text: llmContent, ...(report !== undefined && { report }) };
  }

  /** A command of a shell has ended. There is no report where it has changed nothing. */
  async command(): Promise<Told> {
    const reports: CheckReport[] = [];
    this.#reports = reports;
    const text = await this.#context.appendDiagnostics('', { kind: 'command', files: [] });
    const [report] = reports;
    return { text, ...(report?.found !== undefined && { report }) };
  }

  /** Any other tool. A failure is what it says. */
  async call(name: string, params: unknown): Promise<string> {
    const tool = this.#tools.get(name);
    if (tool === undefined)
      throw new Error(`there is no tool ${name}: ${[...this.#tools.keys()].join(', ')}`);
    const { llmContent, error } = await tool.execute(params);
    return error?.message ?? llmContent;
  }

  /** The verdict on a file as it is on disk. */
  async ask(filePath: string): Promise<CheckReport> {
    return this.client.check({ files: [{ filePath }], origins: true });
  }

  /** What the service holds about all files. */
  async known(): Promise<Diagnostic[]> {
    return Object.values(await this.client.getAllDiagnostics()).flat();
  }

  async settle(): Promise<string> {
    return (await this.client.settle()) ?? '';
  }

  close(): Promise<void> {
    return this.#config.shutdown();
  }
}
