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
