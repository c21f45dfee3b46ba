/** The seams that a host supplies. Nothing in core knows which host it runs in. */

/** What a mutation tool hands back. `llmContent` is what the model reads; diagnostics are part of that string and of nothing else. */
export interface ToolResult {
  llmContent: string;
  /** What a person sees. Never holds diagnostics (REQ-EXCL-050). */
  returnDisplay: string;
  /** Set if nothing was changed: why, and what to do. */
  error?: ToolError;
}

export interface ToolError {
  /** Stable, for programs: `edit_not_found`, `path_outside_workspace`. */
  type: string;
  message: string;
}

/** The host's debug log: REQ-OBS-010. Lines reach a person only if debug logging is on. */
export interface DebugLogger {
  debug(message: string): void;
}

/** Where the host keeps the tools that its model may call. */
export interface ToolRegistry {
  registerTool(tool: NavigationTool): void;
  unregisterTool(name: string): void;
}

/** A tool that looks at the workspace and leaves it as it is, described as MCP describes it (REQ-NAV-020). */
export interface NavigationTool {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** Of `structuredContent`. */
  readonly outputSchema?: ObjectSchema;
  readonly annotations: { readonly readOnlyHint: true };
  /**
   * Never rejects: a failure is a result with `error`. Ends within `navigationTimeout` (`lsp_diagnostics`: or `checkerTimeout`, whichever is longer)
   * and half a second, and when `signal` aborts.
   *
   * @param params as the model sent them
   */
  execute(params: unknown, signal?: AbortSignal): Promise<NavigationResult>;
}

/** JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

export interface NavigationResult extends ToolResult {
  /** What `llmContent` says, as data; where the call failed, only if the service says that as data too: `error_type` is `error.type` then. */
  structuredContent?: Readonly<Record<string, unknown>>;
}
