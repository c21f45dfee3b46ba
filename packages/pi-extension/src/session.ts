import type { ToolResultEvent } from '@earendil-works/pi-coding-agent';
import { ADAPTER_DEFAULTS, Config, lspCommand, readSettings, type ToolRegistry } from '@vybestack/llxprt-lsp-core';
import { previousStateOf, type PreviousState } from './previous-state.js';
import { logger } from './log.js';
import { toolPath } from './tool-path.js';
import { unlessAborted } from './waiting.js';

export interface ToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface SessionOptions {
  /** pi's current folder, which is the workspace. */
  readonly cwd: string;
  readonly toolRegistry: ToolRegistry;
  /** Whether pi trusts the workspace; undefined where it passes nothing. */
  readonly trusted?: boolean | undefined;
}

/** One session of pi: one service, from `session_start` to `session_shutdown`. */
export class Session {
  /** One line for each setting that is ignored, with the reason. */
  readonly problems: readonly string[];
  /**
   * Resolves when the service is ready and its tools are registered, or there will be none. Never
   * rejects.
   */
  readonly ready: Promise<void>;
  readonly #cwd: string;
  readonly #config: Config;
  /** By the id of each tool call in progress. */
  readonly #previousState = new Map<string, PreviousState>();
  /** Whether the model was reminded, and the run that this has led to has not ended. */
  #isReminded = false;

  constructor({ cwd, toolRegistry, trusted }: SessionOptions) {
    const { lsp, problems } = readSettings(cwd, ADAPTER_DEFAULTS);
    this.#cwd = cwd;
    this.problems = problems;
    this.#config = new Config({ workspaceRoot: cwd, lsp, logger, toolRegistry, trusted, settles: true, writeTools: true });
    this.ready = this.#config.initialize();
  }

  /**
   * A tool is about to run. The previous text is kept, because other files may depend on what the
   * written file loses.
   */
  async remember({ toolCallId, toolName, input }: ToolCall): Promise<void> {
    if (kindOf(toolName) === undefined || !this.#hopes()) return;
    const path = toolPath(this.#cwd, input);
    if (path !== undefined) this.#previousState.set(toolCallId, await previousStateOf(path));
  }

  /**
   * Forgets all previous texts. pi sends no result for a call that was kept from running, so its
   * text would stay for ever.
   */
  forget(): void {
    this.#previousState.clear();
  }

  /**
   * Adds to a tool's result what language servers found. Undefined where the result stays as it is.
   */
  async amend(event: ToolResultEvent, signal: AbortSignal | undefined): Promise<Pick<ToolResultEvent, 'content'> | undefined> {
    const previousState = this.#previousState.get(event.toolCallId);
    this.#previousState.delete(event.toolCallId);
    if (event.isError || !this.#hopes()) return undefined;
    const path = toolPath(this.#cwd, event.input);
    if (path === undefined) return undefined;
    if (event.toolName === 'read') this.#warm(path);
    const kind = kindOf(event.toolName);
    if (kind === undefined) return undefined;

    await this.#started(signal);
    const at = event.content.findLastIndex(({ type }) => type === 'text');
    const last = event.content[at];
    const success = last?.type === 'text' ? last.text : '';
    const text = await this.#config.toolContext().appendDiagnostics(success, {
      kind,
      files: [{ filePath: path, ...previousState }],
      ...(signal && { signal }),
    });
    if (text === success) return undefined;
    const amended = { ...last, type: 'text' as const, text };
    return { content: last === undefined ? [...event.content, amended] : event.content.with(at, amended) };
  }

  /**
   * What the model should know at the end of a run. Undefined if there is nothing, and at the end
   * of a run that such a text has led to: a model that goes on changing files is not reminded for
   * ever.
   *
   * @param isAborted by the user, who wants nothing more of it
   */
  async settle(isAborted: boolean): Promise<string | undefined> {
    const text = await this.#config.getLspServiceClient()?.settle(isAborted || this.#isReminded ? 'silently' : undefined);
    this.#isReminded = text !== undefined;
    return text;
  }

  /** The text of `/lsp <args>`. */
  command(args: string): Promise<string> {
    return lspCommand(args, (options) => this.#config.lspState(options), (id) => this.#config.restartServers(id));
  }

  /** Resolves when the service and every language server are gone. Never rejects. */
  close(): Promise<void> {
    return this.#config.shutdown();
  }

  /** Whether LSP runs or may still start: it is neither off nor over. */
  #hopes(): boolean {
    const client = this.#config.getLspServiceClient();
    return client !== undefined && client.getUnavailableReason() === undefined;
  }

  /**
   * Waits for a service that still starts, `firstTouchTimeout` at most, so that the first edit of a
   * session gets its diagnostics.
   */
  async #started(signal: AbortSignal | undefined): Promise<void> {
    const client = this.#config.getLspServiceClient();
    if (client === undefined || client.isAlive()) return;
    await unlessAborted(client.start(), signal);
  }

  /**
   * Nothing starts with the session (REQ-LIFE-020). A file that is read will probably be edited,
   * and its server takes time to start, so it starts now.
   */
  #warm(path: string): void {
    if (this.#config.getLspConfig()?.warmOnRead === true) this.#config.getLspServiceClient()?.warm(path);
  }
}

/** pi's tools that write a file have the names of core's kinds of change. */
function kindOf(toolName: string): 'write' | 'edit' | undefined {
  return toolName === 'write' || toolName === 'edit' ? toolName : undefined;
}
