/**
 * As much of opencode 1.18 as the plugin sees, by the types of `@opencode-ai/plugin`: that package
 * is 60 MB with what it depends on.
 */
export interface PluginInput {
  readonly client: Client;
  /** Where opencode was started, absolute. */
  readonly directory: string;
}

interface Client {
  readonly session: {
    /** `data` is absent if it fails; a `parentID` is that of the session that has started it. */
    get(session: { path: { id: string } }): Promise<{ data?: { parentID?: string | undefined } | undefined }>;
    /** Adds a message of the user; with `noReply`, the model is not asked. */
    prompt(message: { path: { id: string }; body: Prompt }): Promise<unknown>;
    /** Returns at once. */
    promptAsync(message: { path: { id: string }; body: Prompt }): Promise<unknown>;
  };
  readonly tui: {
    showToast(toast: {
      body: { title: string; message: string; variant: 'warning'; duration: number };
    }): Promise<unknown>;
  };
}

/** Without agent and model, opencode takes its default ones, and goes on with those. */
export interface Speaker {
  readonly agent?: string;
  readonly model?: { readonly providerID: string; readonly modelID: string };
}

export interface Prompt extends Speaker {
  readonly noReply?: true;
  /** `ignored`: a person sees it, a model does not. */
  readonly parts: readonly { readonly type: 'text'; readonly text: string; readonly ignored?: true }[];
}

export interface ToolDefinition {
  readonly description: string;
  readonly args: Readonly<Record<string, unknown>>;
  execute(args: Args, context: ToolContext): Promise<ToolOutput>;
}

export type Args = Readonly<Record<string, unknown>>;

export interface ToolContext {
  readonly abort: AbortSignal;
  /** Rejects where the user, or a rule of theirs, says no. */
  ask(permission: {
    permission: string;
    patterns: string[];
    always: string[];
    metadata: Record<string, unknown>;
  }): Promise<void>;
}

interface ToolOutput {
  readonly title: string;
  readonly output: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface ToolCall {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

export interface HostConfig {
  /** The host's own language servers; absent: none. */
  lsp?: unknown;
  command?: Record<string, { template: string; description: string }>;
}

export interface HostEvent {
  readonly type: string;
  readonly properties: unknown;
}

/** A hook that rejects makes what it is about fail. */
export interface Hooks {
  readonly tool: Readonly<Record<string, ToolDefinition>>;
  config(config: HostConfig): Promise<void>;
  event(input: { event: HostEvent }): Promise<void>;
  dispose(): Promise<void>;
  'chat.message'(input: { sessionID: string }, output: { message: Speaker }): Promise<void>;
  'command.execute.before'(input: { command: string; sessionID: string; arguments: string }): Promise<void>;
  'tool.definition'(input: { toolID: string }, output: { jsonSchema?: unknown }): Promise<void>;
  'tool.execute.before'(input: ToolCall, output: { args: Args }): Promise<void>;
  'tool.execute.after'(
    input: ToolCall & { args: Args },
    output: { output: string; metadata: unknown },
  ): Promise<void>;
}
