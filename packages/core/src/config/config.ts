import type { LspState, StatusOptions } from '../commands/lsp-command.js';
import type { DebugLogger } from '../host.js';
import { appendDiagnostics } from '../lsp/append-diagnostics.js';
import { LspServiceClient } from '../lsp/lsp-service-client.js';
import type { ToolContext } from '../tools/context.js';
import type { ResolvedLspConfig } from './settings.js';

export interface ConfigOptions {
  /** Absolute; may be a symbolic link. */
  readonly workspaceRoot: string;
  /** What `parseLspSettings` made of the settings files; false switches LSP off (REQ-CFG-010). */
  readonly lsp: ResolvedLspConfig | false;
  readonly logger: DebugLogger;
  /** For hosts that bundle Bun or the sidecar: where; absolute. */
  readonly bunPath?: string | undefined;
  readonly packageDir?: string | undefined;
}

/** A session's share of LSP (contract 4): owns the service client from its start to its shutdown. */
export class Config {
  readonly #options: ConfigOptions;
  #lspServiceClient: LspServiceClient | undefined;

  constructor(options: ConfigOptions) {
    this.#options = options;
  }

  /**
   * Starts the service unless LSP is off, and resolves when it is ready or known to be unavailable. Never rejects, and
   * nobody has to wait for it: until then, edits go without diagnostics.
   */
  async initialize(): Promise<void> {
    const { lsp, logger } = this.#options;
    if (lsp === false) {
      logger.debug('lsp: disabled by configuration');
      return;
    }
    this.#lspServiceClient ??= new LspServiceClient({ ...this.#options, config: lsp });
    await this.#lspServiceClient.start();
  }

  /** `undefined` where LSP is off, before {@link initialize} and after {@link shutdown}. */
  getLspServiceClient(): LspServiceClient | undefined {
    return this.#lspServiceClient;
  }

  /** `undefined` where LSP is off. */
  getLspConfig(): ResolvedLspConfig | undefined {
    return this.#options.lsp === false ? undefined : this.#options.lsp;
  }

  /** What `/lsp status` has to say (REQ-STATUS-030, REQ-STATUS-050), whatever `navigationTools` is (REQ-STATUS-040). */
  async lspState({ verbose, all = false }: StatusOptions = { verbose: false }): Promise<LspState> {
    if (this.#options.lsp === false) return { kind: 'disabled' };
    const client = this.#lspServiceClient;
    const servers = client?.isAlive() === true ? await client.status({ verbose, ...(all && { all }) }) : [];
    if (servers.length > 0) return { kind: 'running', workspaceRoot: this.#options.workspaceRoot, servers };
    return { kind: 'unavailable', reason: client?.getUnavailableReason() ?? notAnswering(client) };
  }

  /** For the three mutation tools: their results carry what language servers say about the files they write. */
  toolContext(): ToolContext {
    const { workspaceRoot, lsp, logger } = this.#options;
    return {
      workspaceRoot,
      appendDiagnostics: (success, request) =>
        appendDiagnostics(success, { ...request, checker: this.#lspServiceClient, config: lsp, logger }),
    };
  }

  /** Ends the service and every language server (REQ-LIFE-040). Resolves when they are gone; never rejects. */
  async shutdown(): Promise<void> {
    await this.#lspServiceClient?.shutdown();
    this.#lspServiceClient = undefined;
  }
}

function notAnswering(client: LspServiceClient | undefined): string {
  if (client === undefined) return 'service is not running';
  return client.isAlive() ? 'service does not answer' : 'service is still starting';
}
