/** The interfaces that a host implements. Core does not depend on which host it runs in. */

/**
 * What a mutation tool returns. The model reads `llmContent`; diagnostics are part of that string
 * and of no other field.
 */
export interface ToolResult {
  llmContent: string;
  /** What a person sees. Never contains diagnostics (REQ-EXCL-050). */
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

/**
 * A tool that asks language servers, described as MCP describes it (REQ-NAV-020). It changes the
 * workspace only if its annotations say so, and such a tool is registered only for a host that has
 * asked for it.
 */
export interface NavigationTool {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** The schema of `structuredContent`. */
  readonly outputSchema?: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
  /**
   * Never rejects: a failure is a result with `error`. Ends within `navigationTimeout` plus half a
   * second, and when `signal` aborts. For `lsp_diagnostics` the longer of `navigationTimeout` and
   * `checkerTimeout` counts. `lsp_compare_patches` lasts as long as one check for each patch.
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
  /**
   * What `llmContent` says, as data. If the call failed, it is set only if the service sent the
   * failure as data too; then its `error_type` is `error.type`.
   */
  structuredContent?: Readonly<Record<string, unknown>>;
}
