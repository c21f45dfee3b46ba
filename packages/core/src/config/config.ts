import { setTimeout as delay } from 'node:timers/promises';
import type { LspState, StatusOptions } from '../commands/lsp-command.js';
import type { NavigationTool, ToolRegistry } from '../host.js';
import { appendDiagnostics } from '../lsp/append-diagnostics.js';
import { NO_REPORT } from '../lsp/checker.js';
import { LspServiceClient, type LspServiceClientOptions } from '../lsp/lsp-service-client.js';
import { registerLspNavTools, type NavTools } from '../lsp/nav-tools.js';
import type { ToolContext } from '../tools/context.js';
import { comparePatchesTool } from '../tools/preview/compare-patches.js';
import { writeTools } from '../tools/write-tools.js';
import { Recorder, teed } from '../lsp/recorder.js';
import type { ResolvedLspConfig } from './settings.js';
import { decideTrust } from '../lsp/trust.js';

export interface ConfigOptions extends Pick<
  LspServiceClientOptions,
  'workspaceRoot' | 'logger' | 'bunPath' | 'packageDir' | 'trusted'
> {
  /** What `parseLspSettings` made of the settings files; false switches LSP off (REQ-CFG-010). */
  readonly lsp: ResolvedLspConfig | false;
  /**
   * Whether the host calls {@link LspServiceClient.settle} at the end of each turn. The service
   * then keeps count of what the session causes, unless the setting `settle` is off.
   */
  readonly settles?: boolean | undefined;
  /**
   * Where the navigation tools are registered, unless `navigationTools` is false (REQ-NAV-050). A
   * host without a registry may use MCP itself to call the service, over
   * {@link LspServiceClient.openMcpTransport}.
   */
  readonly toolRegistry?: ToolRegistry | undefined;
  /**
   * Also register the tools that write files: `lsp_fix`, `lsp_rename_symbol` and the other
   * refactorings. For a host that asks its user, or need not, before it runs a tool whose
   * `readOnlyHint` is false.
   */
  readonly writeTools?: boolean | undefined;
}

/**
 * How long {@link Config.initialize} waits for the navigation tools once the service runs, ms.
 * Several times what they take on a busy machine.
 */
const TOOLS_TIMEOUT = 2000;

/**
 * The LSP part of a session (contract 4): owns the service client from its start to its shutdown.
 */
export class Config {
  readonly #options: ConfigOptions;
  readonly #recorder: Recorder | undefined;
  #lspServiceClient: LspServiceClient | undefined;
  #navTools: NavTools | undefined;

  constructor(options: ConfigOptions) {
    const { lsp, logger, workspaceRoot } = options;
    this.#recorder = lsp === false ? undefined : Recorder.open(lsp, workspaceRoot, logger);
    this.#options = { ...options, logger: teed(logger, this.#recorder) };
  }

  /**
   * Starts the service unless LSP is off. Resolves when the service is ready or known to be
   * unavailable. Never rejects. A host need not await it: until then, edits go without diagnostics.
   *
   * The navigation tools are registered by then, so that a host may list its tools once. If they
   * take longer than 2 s, it resolves without them and they are registered later (REQ-NAV-055).
   */
  async initialize(): Promise<void> {
    const { lsp, logger, toolRegistry } = this.#options;
    if (lsp === false) {
      logger.debug('lsp: disabled by configuration');
      return;
    }
    this.#lspServiceClient ??= new LspServiceClient({
      ...this.#options,
      recorder: this.#recorder,
      config: lsp,
    });
    await this.#lspServiceClient.start();
    await this.#registerTools(lsp, toolRegistry);
  }

  async #registerTools(lsp: ResolvedLspConfig, registry: ToolRegistry | undefined): Promise<void> {
    const client = this.#lspServiceClient;
    if (!lsp.navigationTools || registry === undefined || client?.isAlive() !== true) return;
    if (this.#navTools === undefined || this.#navTools.isOver)
      this.#navTools = registerLspNavTools({
        client,
        registry,
        logger: this.#options.logger,
        config: lsp,
        more: this.#ownTools(lsp),
      });
    await Promise.race([this.#navTools.registered, delay(TOOLS_TIMEOUT, undefined, { ref: false })]);
  }

  /** Never in a workspace that is not trusted: servers judge by what it brings along. */
  servesWriteTools({ writeTools: isOn, navigationTools }: ResolvedLspConfig): boolean {
    return isOn && navigationTools && this.#isTrusted();
  }

  /** Where LSP is off, no setting says so. */
  #isTrusted(): boolean {
    const { lsp, workspaceRoot, trusted } = this.#options;
    return lsp !== false && decideTrust(lsp.trust, workspaceRoot, trusted).trusted;
  }

  #ownTools(lsp: ResolvedLspConfig): NavigationTool[] {
    const context = this.toolContext();
    return [
      comparePatchesTool(context),
      ...(this.#options.writeTools === true && this.servesWriteTools(lsp) ? writeTools(context) : []),
    ];
  }

  /** `undefined` where LSP is off, before {@link initialize} and after {@link shutdown}. */
  getLspServiceClient(): LspServiceClient | undefined {
    return this.#lspServiceClient;
  }

  /** `undefined` where LSP is off. */
  getLspConfig(): ResolvedLspConfig | undefined {
    return this.#options.lsp === false ? undefined : this.#options.lsp;
  }

  /**
   * The state that `/lsp status` shows (REQ-STATUS-030, REQ-STATUS-050), whatever `navigationTools`
   * is (REQ-STATUS-040).
   */
  async lspState({ verbose, all = false }: StatusOptions = { verbose: false }): Promise<LspState> {
    if (this.#options.lsp === false) return { kind: 'disabled' };
    const client = this.#lspServiceClient;
    if (client?.isAlive() === true) {
      const [servers, service] = await Promise.all([
        client.status({ verbose, unneeded: true, ...(all && { all }) }),
        verbose ? client.metrics() : undefined,
      ]);
      if (servers.length > 0)
        return {
          kind: 'running',
          workspaceRoot: this.#options.workspaceRoot,
          servers,
          ...(service !== undefined && { service }),
        };
    }
    return { kind: 'unavailable', reason: client?.getUnavailableReason() ?? notAnswering(client) };
  }

  /**
   * Restarts servers: see {@link LspServiceClient.restart}. The servers of the state are those that
   * were restarted. A service that has ended, or does not answer, is started anew.
   */
  async restartServers(id?: string): Promise<LspState> {
    const { lsp, workspaceRoot, toolRegistry } = this.#options;
    if (lsp === false) return { kind: 'disabled' };
    const client = this.#lspServiceClient;
    let isNew = (await client?.revive()) === true;
    const servers = !isNew && client?.isAlive() === true ? await client.restart(id) : undefined;
    if (servers !== undefined) return { kind: 'running', workspaceRoot, servers };
    // Only this question may have shown that the service does not answer.
    isNew ||= (await client?.revive()) === true;
    if (isNew) {
      await this.#registerTools(lsp, toolRegistry);
      return { kind: 'running', workspaceRoot, servers: [], isNew: true };
    }
    return { kind: 'unavailable', reason: client?.getUnavailableReason() ?? notAnswering(client) };
  }

  /**
   * For the three mutation tools: their results include the findings of language servers about the
   * files they write, or would write.
   */
  toolContext(): ToolContext {
    const { workspaceRoot, lsp, logger } = this.#options;
    const recorder = this.#recorder;
    return {
      workspaceRoot,
      trusted: this.#isTrusted(),
      ...(recorder !== undefined && { recorder }),
      changeService: () => (this.#lspServiceClient?.isAlive() === true ? this.#lspServiceClient : undefined),
      check: async (params, signal) => (await this.#lspServiceClient?.check(params, signal)) ?? NO_REPORT,
      ...(lsp !== false && {
        preview: {
          settings: lsp,
          propose: async (params, signal) =>
            (await this.#lspServiceClient?.propose(params, signal)) ?? NO_REPORT,
        },
      }),
      appendDiagnostics: (success, request) => {
        const trace = request.trace ?? recorder?.beginEdit(request);
        return appendDiagnostics(success, {
          ...request,
          ...(trace && { trace }),
          checker: this.#lspServiceClient,
          config: lsp,
          logger,
        });
      },
    };
  }

  /**
   * Unregisters the navigation tools, then ends the service and every language server
   * (REQ-LIFE-040). Resolves when they have ended; never rejects.
   */
  async shutdown(): Promise<void> {
    this.#navTools?.unregister();
    this.#navTools = undefined;
    await this.#lspServiceClient?.shutdown();
    this.#lspServiceClient = undefined;
    await this.#recorder?.close();
  }
}

function notAnswering(client: LspServiceClient | undefined): string {
  if (client === undefined) return 'service is not running';
  return client.isAlive() ? 'service does not answer' : 'service is still starting';
}
