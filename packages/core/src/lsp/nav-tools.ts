import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { DebugLogger, NavigationTool, ToolRegistry } from '../host.js';
import type { LspServiceClient } from './lsp-service-client.js';
import type { McpSession } from './mcp-session.js';
import { navigationTool } from './navigation-tool.js';
import { oneLine } from '../support/escaped.js';
import { toolTimeout } from './tool-timeout.js';
import type { LspConfig } from './types.js';

export interface NavToolsOptions {
  /** Must be started. A client that is not alive has no tools. */
  readonly client: Pick<LspServiceClient, 'getMcpTransportStreams' | 'navigatesAgain' | 'comesBack' | 'over'>;
  readonly registry: ToolRegistry;
  readonly logger: DebugLogger;
  readonly config: Pick<Required<LspConfig>, 'checkerTimeout' | 'firstTouchTimeout' | 'navigationTimeout'>;
  /** The host's own tools that ask the service, after its tools and as long as them. */
  readonly more?: readonly NavigationTool[];
}

/** The tools of one service in a host's registry, until the service ends for good. */
export interface NavTools {
  /**
   * The names of the registered tools. Empty if the service serves none, or has not listed them
   * within `firstTouchTimeout`. Never rejects.
   */
  readonly registered: Promise<readonly string[]>;
  /**
   * Removes all registered tools and prevents registering more. Calls in progress are answered at
   * once. May be called repeatedly.
   */
  unregister(): void;
  /** Whether there are no tools from here on. */
  readonly isOver: boolean;
}

type State =
  | { readonly kind: 'connecting'; readonly abort: AbortController }
  | { readonly kind: 'registered'; readonly session: McpSession; readonly names: readonly string[] }
  | { readonly kind: 'over' };

/**
 * ms to wait beyond the sidecar's own limit: the sidecar's answer says more than a timeout here.
 */
const ANSWER_MARGIN = 500;

/** The deadline of a tool call, ms. */
function answerLimit(tool: string, config: NavToolsOptions['config']): number {
  return toolTimeout(tool, config) + ANSWER_MARGIN;
}

/**
 * Registers the tools that a running service lists (REQ-NAV-020, REQ-NAV-055), and removes them
 * when it dies. Where a shared service has ended, they stay, and the next call has another one
 * answer. It uses its own MCP client instead of the host's manager of MCP servers
 * (REQ-NAVR-010). Any failure is a line in the debug log.
 */
export function registerLspNavTools(options: NavToolsOptions): NavTools {
  return new Registration(options);
}

class Registration implements NavTools {
  readonly registered: Promise<readonly string[]>;
  readonly #options: NavToolsOptions;
  #state: State;
  #reopening: Promise<McpSession | undefined> | undefined;

  constructor(options: NavToolsOptions) {
    const abort = new AbortController();
    this.#options = options;
    this.#state = { kind: 'connecting', abort };
    this.registered = this.#connect(abort).catch((error: unknown) => {
      this.#end(error instanceof Error ? error.message : String(error));
      return [];
    });
  }

  unregister(): void {
    this.#end('the host is done with them');
  }

  get isOver(): boolean {
    return this.#state.kind === 'over';
  }

  async #connect(abort: AbortController): Promise<readonly string[]> {
    const started = performance.now();
    const { session, tools } = await this.#open(abort);
    if (this.isOver || !session.isOpen()) {
      await session.close();
      throw new Error('the service has closed the channel');
    }
    const names = this.#register(session, tools);
    this.#log(`${names.length} tools after ${Math.round(performance.now() - started)} ms`);
    void this.#options.client.over.then(() => this.#end('the service has ended'));
    return names;
  }

  async #open(abort: AbortController): Promise<{ session: McpSession; tools: readonly Tool[] }> {
    const { client, config } = this.#options;
    const limitMs = config.firstTouchTimeout;
    const streams = client.getMcpTransportStreams();
    if (streams === undefined) throw new Error('the service does not serve any');
    const timer = setTimeout(
      () => abort.abort(new Error(`no list of them within ${limitMs} ms`)),
      limitMs,
    ).unref();
    try {
      const { McpSession } = await import('./mcp-session.js');
      return await McpSession.open({
        streams,
        limitMs,
        signal: abort.signal,
        onerror: ({ message }) => this.#log(message),
        onclose: () => {
          // Before tools are registered, opening the session fails instead and gives the reason.
          if (this.#state.kind === 'registered' && !client.comesBack)
            this.#end('the service has closed the channel');
        },
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The session that answers calls: after the end of a shared service, one with the next. */
  #current(): Promise<McpSession | undefined> {
    if (this.#state.kind !== 'registered') return Promise.resolve(undefined);
    if (this.#state.session.isOpen()) return Promise.resolve(this.#state.session);
    this.#reopening ??= this.#reopen()
      .catch((error: unknown) => {
        this.#log(error instanceof Error ? error.message : String(error));
        return undefined;
      })
      .finally(() => (this.#reopening = undefined));
    return this.#reopening;
  }

  async #reopen(): Promise<McpSession | undefined> {
    if (!(await this.#options.client.navigatesAgain())) return undefined;
    const { session } = await this.#open(new AbortController());
    if (this.#state.kind === 'registered') {
      this.#state = { ...this.#state, session };
      return session;
    }
    await session.close();
    return undefined;
  }

  #register(session: McpSession, tools: readonly Tool[]): readonly string[] {
    const names: string[] = [];
    this.#state = { kind: 'registered', session, names };
    const { registry, config, more = [] } = this.#options;
    // Hosts run read-only tools without asking the user. So a tool that does not declare itself
    // read-only is not registered.
    const theirs = tools
      .filter(({ annotations }) => annotations?.readOnlyHint === true)
      .map((tool) => navigationTool(tool, () => this.#current(), answerLimit(tool.name, config)));
    for (const tool of [...theirs, ...more]) {
      if (!this.#attempt(() => registry.registerTool(tool))) continue;
      names.push(tool.name);
      // A registry may end the session while a tool is registered. The tools before this one are
      // unregistered by then.
      if (this.isOver) {
        this.#takeOut(tool.name);
        return [];
      }
    }
    return names;
  }

  /** `over` is final. */
  #end(why: string): void {
    const last = this.#state;
    if (last.kind === 'over') return;
    this.#state = { kind: 'over' };
    this.#log(`no tools from here on: ${why}`);
    if (last.kind === 'connecting') {
      last.abort.abort(new Error(why));
      return;
    }
    for (const name of last.names) this.#takeOut(name);
    void last.session.close();
  }

  #takeOut(name: string): void {
    this.#attempt(() => this.#options.registry.unregisterTool(name));
  }

  /**
   * A registry is the host's code and may be asynchronous. Its failure for one tool must neither
   * affect other tools nor crash the host.
   */
  #attempt(action: () => unknown): boolean {
    const logError = (error: unknown): void => this.#log(`the host's registry: ${String(error)}`);
    try {
      const result = action();
      if (result instanceof Promise) result.catch(logError);
      return true;
    } catch (error) {
      logError(error);
      return false;
    }
  }

  #log(message: string): void {
    this.#options.logger.debug(`lsp: navigation: ${oneLine(message, 300)}`);
  }
}
