import {
  Config,
  debugLogger,
  type Escaped,
  escaped,
  isWithin,
  LSP_DEFAULTS,
  type LspState,
  joined,
  oneLine,
  type ResolvedLspConfig,
  type StatusOptions,
  type ToolContext,
  unlessAborted,
} from '@vybestack/llxprt-lsp-core';
import { PROTOCOL_REVISIONS } from '../serve/limits.js';
import { connectUpstream, type Upstream } from '../serve/upstream.js';
import type { OpenedSettings } from '../session.js';
import { canonicalFolder } from './endpoint.js';
import { Agents } from './agents.js';
import type { BridgeStatus } from './protocol.js';
import type { SettleRequest } from './request.js';
import type { ToolResults } from './tool-results.js';

/** The service's tools. */
export type ServiceTools =
  | { readonly kind: 'starting' }
  | ({ readonly kind: 'served' } & Upstream)
  /** `reason` is a sentence for the model. */
  | { readonly kind: 'none'; readonly reason: Escaped };

/** Added to the service's own deadline for an answer, ms. */
const MARGIN = 1500;

/** How long servers take to end and to start, ms. */
const RESTART_LIMIT = 10_000;

/** How many files are remembered that were read while the service started. */
const MAX_REMEMBERED = 32;

/**
 * A host's session: the service behind it, from its start in the background to its end. No method
 * rejects because the service failed.
 */
export class BridgeService {
  readonly workspaceRoot: string;
  readonly agents = new Agents();
  readonly #config: Config;
  readonly #lsp: ResolvedLspConfig | false;
  #tools: ServiceTools = { kind: 'starting' };
  /** The name that the host gave; undefined until then. */
  client: BridgeStatus['client'];
  #toolsChanged: () => void = () => undefined;
  readonly #toWarm = new Set<string>();
  /** The host's id of the session that asked first. */
  #session: string | undefined;
  /** The turn whose last end had a text for the model. */
  #reminded: { readonly prompt: string | undefined } | undefined;
  #reconnecting: Promise<void> | undefined;
  /** Resolves when the service runs, or cannot. */
  readonly #started: Promise<void>;
  /** Resolves when the service's tools are there, or cannot be. */
  readonly toolsKnown: Promise<void>;

  /** Starts the service, but none of its servers (REQ-LIFE-020). */
  constructor({ workspaceRoot, lsp, trusted }: OpenedSettings) {
    this.workspaceRoot = workspaceRoot;
    this.#lsp = lsp;
    this.#config = new Config({ workspaceRoot, lsp, trusted, logger: debugLogger, settles: true });
    this.#started = this.#config.initialize().then(() => this.#warmRemembered());
    this.toolsKnown = this.#started.then(() => this.#connectTools());
  }

  get tools(): ServiceTools {
    return this.#tools;
  }

  /**
   * Whether it belongs to this session of the host: to the first one that asks from its workspace.
   *
   * @param cwd where the session works; absent where the request does not say it
   */
  isOf(session: string, cwd: string | undefined): boolean {
    if (this.#session !== undefined) return this.#session === session;
    const isHere =
      cwd === undefined || [cwd, canonicalFolder(cwd)].some((folder) => isWithin(folder, this.workspaceRoot));
    if (isHere && cwd !== undefined) this.#session = session;
    return isHere;
  }

  /** Whether the tools are served that write what servers compute. */
  get writeTools(): boolean {
    return this.#lsp !== false && this.#config.servesWriteTools(this.#lsp);
  }

  get toolResults(): ToolResults {
    return this.#lsp === false ? LSP_DEFAULTS.toolResults : this.#lsp.toolResults;
  }

  /** @param listener is called when the tools have come or gone */
  onToolsChanged(listener: () => void): void {
    this.#toolsChanged = listener;
  }

  /** Deadline of {@link toolContext}'s diagnostics, or of the state, from now, ms. */
  get timeout(): number {
    const client = this.#config.getLspServiceClient();
    if (this.#lsp === false || client?.getUnavailableReason() !== undefined) return 0;
    const { firstTouchTimeout, diagnosticTimeout } = this.#lsp;
    return (
      (client?.isRunning() === true ? 0 : firstTouchTimeout) +
      Math.max(firstTouchTimeout, diagnosticTimeout) +
      MARGIN
    );
  }

  /** Why the service has ended; its tools are still served for a moment. */
  get over(): string | undefined {
    return this.#config.getLspServiceClient()?.getUnavailableReason();
  }

  /** For changes, written or proposed: their diagnostics wait for a service that starts. */
  toolContext(): ToolContext {
    const context = this.#config.toolContext();
    const { preview } = context;
    return {
      ...context,
      ...(preview && {
        preview: {
          ...preview,
          propose: async (params, signal) => {
            await unlessAborted(this.#started, signal);
            return preview.propose(params, signal);
          },
        },
      }),
      appendDiagnostics: async (success, request) => {
        // A service that still starts has not seen the files as they were before a command.
        if (request.kind !== 'command') await unlessAborted(this.#started, request.signal);
        return context.appendDiagnostics(success, request);
      },
    };
  }

  async state(options: StatusOptions): Promise<LspState> {
    await this.#started;
    return this.#config.lspState(options);
  }

  /** See {@link Config.restartServers}. */
  async restart(id?: string): Promise<LspState> {
    await this.#started;
    const state = await this.#config.restartServers(id);
    if (state.kind === 'running' && state.isNew === true) await this.#connectTools();
    return state;
  }

  /**
   * The service's tools, once they are known. Those of a shared service that has ended are tools of the
   * next one.
   */
  async currentTools(): Promise<ServiceTools> {
    await this.toolsKnown;
    if (this.#tools.kind === 'served' && this.#tools.passThrough.isOver && this.comesBack) {
      this.#reconnecting ??= this.#reconnect().finally(() => (this.#reconnecting = undefined));
      await this.#reconnecting;
    }
    return this.#tools;
  }

  /** Whether another service answers the next call when this one has ended. */
  get comesBack(): boolean {
    return this.#config.getLspServiceClient()?.comesBack === true;
  }

  /** Deadline of {@link restart}, from now, ms. */
  get restartTimeout(): number {
    return this.timeout + RESTART_LIMIT;
  }

  /** Starts the servers of files that may be edited soon, without waiting for them. */
  warm(files: readonly string[]): void {
    if (this.#lsp === false || !this.#lsp.warmOnRead) return;
    const client = this.#config.getLspServiceClient();
    for (const file of files) {
      if (client?.isAlive() === true) client.warm(file);
      else if (this.#toWarm.size < MAX_REMEMBERED) this.#toWarm.add(file);
    }
  }

  /** Deadline of {@link settle}, from now, ms. */
  get settleTimeout(): number {
    return (this.#config.getLspServiceClient()?.settleTimeout ?? 0) + MARGIN;
  }

  /**
   * What the model should know at the end of its turn; `''` if there is nothing. It does not wait
   * for a service that starts. The end of what an earlier text has led to is passed over, so that a
   * model that goes on changing files is not reminded for ever. The end of what another hook of the
   * user has led to is not.
   */
  async settle({
    again,
    prompt,
    agent,
  }: SettleRequest & { readonly agent?: string | undefined }): Promise<string> {
    if (agent !== undefined) return this.#settleAgent(agent);
    this.agents.turnEnded();
    const reminded = this.#reminded;
    this.#reminded = undefined;
    const followsReminder =
      reminded !== undefined && (again || (prompt !== undefined && prompt === reminded.prompt));
    const text = await this.#config.getLspServiceClient()?.settle(followsReminder ? 'silently' : undefined);
    if (text !== undefined) this.#reminded = { prompt };
    return text ?? '';
  }

  /** A subagent is told what it has left broken itself, once. */
  async #settleAgent(agent: string): Promise<string> {
    const concerns = this.agents.ending(agent, this.workspaceRoot);
    const text = concerns && (await this.#config.getLspServiceClient()?.settleAgent(concerns));
    this.agents.ended(agent, text !== undefined);
    return text ?? '';
  }

  /** Ends the service and every server. */
  shutdown(): Promise<void> {
    return this.#config.shutdown();
  }

  #warmRemembered(): void {
    const client = this.#config.getLspServiceClient();
    for (const file of this.#toWarm) client?.warm(file);
    this.#toWarm.clear();
  }

  async #connectTools(): Promise<void> {
    const client = this.#config.getLspServiceClient();
    if (this.#lsp === false || client === undefined) {
      this.#becomeTools({ kind: 'none', reason: escaped`LSP disabled by configuration.` });
      return;
    }
    if (client.isAlive() && !this.#lsp.navigationTools) {
      this.#becomeTools({
        kind: 'none',
        reason: escaped`The navigation tools are switched off by the setting navigationTools.`,
      });
      return;
    }
    const connected = await connectUpstream(client, {
      lsp: this.#lsp,
      catalog: 'lsp',
      revisions: PROTOCOL_REVISIONS,
    });
    if (connected.kind === 'unavailable') {
      this.#becomeTools(unavailable(connected.reason));
      return;
    }
    const { upstream } = connected;
    this.#becomeTools({ kind: 'served', ...upstream });
    void client.over.then(() => this.#becomeTools(unavailable(client.getUnavailableReason() ?? '')));
    void upstream.died.then((reason) => {
      if (!this.comesBack) this.#becomeTools(unavailable(reason));
    });
  }

  async #reconnect(): Promise<void> {
    if ((await this.#config.getLspServiceClient()?.navigatesAgain()) === true) await this.#connectTools();
  }

  #becomeTools(tools: ServiceTools): void {
    this.#tools = tools;
    this.#toolsChanged();
  }
}

/** The answer to a call of a tool that is gone. */
export function unavailable(reason: string): { readonly kind: 'none'; readonly reason: Escaped } {
  const parts = [
    escaped`LSP unavailable: ${oneLine(reason)}.`,
    escaped`Edits work as before, without diagnostics;`,
    escaped`instead of asking for definitions and references, search the files.`,
    escaped`It stays so for this session.`,
  ];
  return { kind: 'none', reason: joined(parts, ' ') };
}
