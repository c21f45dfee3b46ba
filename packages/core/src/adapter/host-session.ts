import type { Escaped } from '../support/escaped.js';
import { lspCommand } from '../commands/lsp-command.js';
import { Config } from '../config/config.js';
import { ADAPTER_DEFAULTS } from '../config/settings.js';
import { readSettings } from '../config/settings-files.js';
import type { ToolRegistry } from '../host.js';
import type { AppendRequest } from '../lsp/append-diagnostics.js';
import { unlessAborted } from '../lsp/waiting.js';
import { mayWrite } from './command-text.js';
import { debugLogger } from './log.js';
import { previousStateOf, type PreviousState } from './previous-state.js';

export interface HostSessionOptions {
  /** The host's current folder, which is the workspace. */
  readonly cwd: string;
  readonly toolRegistry: ToolRegistry;
  /** Whether the host trusts the workspace; undefined where it has no notion of that. */
  readonly trusted?: boolean | undefined;
}

/** What a tool of the host has done; absolute paths. */
export interface HostChange {
  readonly kind: Exclude<AppendRequest['kind'], 'command'>;
  readonly written: readonly string[];
  readonly deleted?: readonly string[];
  /** As in {@link AppendRequest}. */
  readonly onlyPatches?: true;
}

/**
 * One session of a host that runs core in its own process and has edit tools of its own: one
 * service, from the session's start to its end. The adapter says what tools do, and this says what
 * is added to their results.
 */
export class HostSession {
  /** One line for each setting that is ignored, with the reason. */
  readonly problems: readonly Escaped[];
  /**
   * Resolves when the service is ready and its tools are registered, or there will be none. Never
   * rejects.
   */
  readonly ready: Promise<void>;
  readonly #config: Config;
  /** By the id of each tool call in progress, then by path. */
  readonly #previousState = new Map<string, ReadonlyMap<string, PreviousState>>();
  /** Whether the model was reminded, and the run that this has led to has not ended. */
  #isReminded = false;

  constructor({ cwd, toolRegistry, trusted }: HostSessionOptions) {
    const { lsp, problems } = readSettings(cwd, ADAPTER_DEFAULTS, { trusted });
    this.problems = problems;
    this.#config = new Config({
      workspaceRoot: cwd,
      lsp,
      logger: debugLogger,
      toolRegistry,
      trusted,
      settles: true,
      writeTools: true,
    });
    this.ready = this.#config.initialize();
  }

  /** Whether LSP runs or may still start: it is neither off nor over. */
  get hopes(): boolean {
    const client = this.#config.getLspServiceClient();
    return client !== undefined && client.getUnavailableReason() === undefined;
  }

  /**
   * A tool is about to write these files. Their previous texts are kept, because other files may
   * depend on what they lose.
   */
  async remember(callId: string, paths: readonly string[]): Promise<void> {
    if (!this.hopes || paths.length === 0) return;
    const states = await Promise.all(paths.map(async (path) => [path, await previousStateOf(path)] as const));
    this.#previousState.set(callId, new Map(states));
  }

  /**
   * Forgets the previous texts of a call that has changed nothing, or without an id those of all
   * calls: a host may say nothing of a call that was kept from running.
   */
  forget(callId?: string): void {
    if (callId === undefined) this.#previousState.clear();
    else this.#previousState.delete(callId);
  }

  /**
   * The result of a tool call that has succeeded: the host's own, and what language servers found.
   * It waits for a service that still starts, so that the first edit of a session gets its
   * diagnostics.
   */
  async amend(
    callId: string,
    success: string,
    { kind, written, deleted = [], onlyPatches }: HostChange,
    signal?: AbortSignal,
  ): Promise<string> {
    const previousState = this.#previousState.get(callId);
    this.#previousState.delete(callId);
    await this.#started(signal);
    return this.#config.toolContext().appendDiagnostics(success, {
      kind,
      files: written.map((filePath) => ({ filePath, ...previousState?.get(filePath) })),
      ...(onlyPatches && { onlyPatches }),
      ...(deleted.length > 0 && { deleted: [...deleted] }),
      ...(signal && { signal }),
    });
  }

  /**
   * The result of a shell command that has ended, well or not: the host's own, and what the command has
   * broken. Nothing is asked about a command that only reads, or while the service still starts: it has
   * not seen the files as they were.
   *
   * @param command undefined where its form is not known, and it may have written
   */
  async afterCommand(success: string, command: string | undefined, signal?: AbortSignal): Promise<string> {
    if (this.#config.getLspConfig()?.afterCommands !== true) return success;
    if (command !== undefined && !mayWrite(command)) return success;
    return this.#config.toolContext().appendDiagnostics(success, {
      kind: 'command',
      files: [],
      ...(signal && { signal }),
    });
  }

  /**
   * Nothing starts with the session (REQ-LIFE-020). A file that is read will probably be edited,
   * and its server takes time to start, so it starts now.
   */
  warm(path: string): void {
    if (this.#config.getLspConfig()?.warmOnRead === true) this.#config.getLspServiceClient()?.warm(path);
  }

  /**
   * What the model should know at the end of a run. Undefined if there is nothing, and at the end
   * of a run that such a text has led to: a model that goes on changing files is not reminded for
   * ever.
   *
   * @param isAborted the user has ended the turn
   */
  async settle(isAborted: boolean): Promise<Escaped | undefined> {
    const text = await this.#config
      .getLspServiceClient()
      ?.settle(isAborted || this.#isReminded ? 'silently' : undefined);
    this.#isReminded = text !== undefined;
    return text;
  }

  /** The text of `/lsp <args>`. */
  command(args: string): Promise<Escaped> {
    return lspCommand(
      args,
      (options) => this.#config.lspState(options),
      (id) => this.#config.restartServers(id),
    );
  }

  /** Resolves when the service and every language server are gone. Never rejects. */
  close(): Promise<void> {
    return this.#config.shutdown();
  }

  /** Waits `firstTouchTimeout` at most. */
  async #started(signal: AbortSignal | undefined): Promise<void> {
    const client = this.#config.getLspServiceClient();
    if (!this.hopes || client === undefined || client.isAlive()) return;
    await unlessAborted(client.start(), signal);
  }
}
