import type { CheckFileParams } from '../lsp/types.js';
import type { EditTrace } from '../trace/edit-trace.js';
import type { Recorder } from '../trace/recorder.js';

/** What every mutation tool is given besides its parameters. */
export interface ToolContext {
  /** Absolute; may be a symbolic link. Nothing outside it is ever written. */
  readonly workspaceRoot: string;
  /**
   * Hands back `success` with the diagnostics of the request's files after it. Asked once the files are written and
   * never before (REQ-DIAG-020), so its answer is the tool's: it never rejects, and once the signal aborts it does not
   * wait any longer. `appendDiagnostics` keeps this, whatever becomes of the service (REQ-GRACE-050, REQ-GRACE-055).
   */
  appendDiagnostics(success: string, request: DiagnosticsRequest): Promise<string>;
  /** Hears how far each change has come. */
  readonly recorder?: Recorder;
}

export interface DiagnosticsRequest {
  /**
   * Decides the scope: `write` reports on other files too (REQ-DIAG-040), the others on their own files only
   * (REQ-DIAG-030), unless the setting `otherFiles` says otherwise.
   */
  readonly kind: 'edit' | 'write' | 'patch';
  /**
   * The files whose content was written, with absolute paths, their new text and, if it was text, what was replaced, both
   * without byte order mark; empty for a patch that only moves or deletes.
   */
  readonly files: CheckFileParams[];
  /** Absolute paths that are gone: deleted files and the old names of moved ones. */
  readonly deleted?: string[];
  /** Ends the wait for diagnostics, never the edit (REQ-TIME-080). */
  readonly signal?: AbortSignal;
  /** Of a change that the flight recorder knows already. */
  readonly trace?: EditTrace;
}
