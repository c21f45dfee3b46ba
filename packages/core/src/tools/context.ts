import type { FormatLimits } from '../lsp/format-diagnostics.js';
import type {
  CheckFileParams,
  CheckParams,
  CheckReport,
  FixesParams,
  FixesReport,
  FixParams,
  FixResult,
  LspConfig,
  ProposeParams,
  RefactoringProgress,
  RefactorParams,
  RefactorResult,
} from '../lsp/types.js';
import type { EditTrace } from '../lsp/edit-trace.js';
import type { Recorder } from '../lsp/recorder.js';

/** What every mutation tool gets besides its parameters. */
export interface ToolContext {
  /** Absolute; may be a symbolic link. No file outside it is ever written. */
  readonly workspaceRoot: string;
  /** False: no git is run, since it obeys the configuration of its repository. Default: true. */
  readonly trusted?: boolean;
  /**
   * Returns `success`, followed by the diagnostics of the request's files. It is called once, after
   * the files are written, never before (REQ-DIAG-020), and its answer is the tool's. So it never
   * rejects, and it stops waiting when the signal aborts. The function `appendDiagnostics` of core
   * guarantees this on any failure of the service (REQ-GRACE-050, REQ-GRACE-055).
   */
  appendDiagnostics(success: string, request: DiagnosticsRequest): Promise<string>;
  /** Computes changes. Undefined while LSP is not available. */
  changeService?(): ChangeService | undefined;
  /**
   * What servers find in a change that is written and may be taken back. Never rejects: a report
   * that names no server means that there is no answer.
   */
  check?(params: CheckParams, signal?: AbortSignal): Promise<CheckReport>;
  /** Records the stages of each change. */
  readonly recorder?: Recorder;
  /** Judges changes that are not written. Without it, a dry run says that nothing could judge it. */
  readonly preview?: Preview;
}

export interface Preview {
  /** The settings for the text of a result. */
  readonly settings: FormatLimits & Pick<Required<LspConfig>, 'otherFiles'>;
  /**
   * The verdict on a tree that is not on disk. Never rejects: a report that names no server means
   * that nothing was judged.
   */
  propose(params: ProposeParams, signal?: AbortSignal): Promise<CheckReport>;
}

/**
 * Changes that servers suggest or compute, tried and not written. Never rejects. `undefined`: there
 * is no answer.
 */
export interface ChangeService {
  fixes(params: FixesParams, signal?: AbortSignal): Promise<FixesReport | undefined>;
  fix(params: FixParams, signal?: AbortSignal): Promise<FixResult | undefined>;
  refactor(
    params: RefactorParams,
    signal?: AbortSignal,
    progress?: (now: RefactoringProgress) => void,
  ): Promise<RefactorResult | undefined>;
}

export interface DiagnosticsRequest {
  /**
   * Decides the scope: `write` reports on other files too (REQ-DIAG-040). The others report on
   * their own files only (REQ-DIAG-030), unless the setting `otherFiles` says otherwise. `command`: a
   * shell has run one, and nothing tells which files it wrote; these are looked for.
   */
  readonly kind: 'edit' | 'write' | 'patch' | 'command';
  /** The host's model has no other tool than patches: they report on other files, as writes do. */
  readonly onlyPatches?: true;
  /**
   * The files whose content was written, with absolute paths, their new text and, if it was text,
   * the replaced text, both without byte order mark. Empty for a patch that only moves or deletes.
   */
  readonly files: CheckFileParams[];
  /** Absolute paths that no longer exist: deleted files and the old names of moved ones. */
  readonly deleted?: string[];
  /** Ends the wait for diagnostics, never the edit (REQ-TIME-080). */
  readonly signal?: AbortSignal;
  /** The trace of a change that the flight recorder has begun already. */
  readonly trace?: EditTrace;
  /** Is given what a command has changed and what it has broken, by the paths from the workspace. */
  readonly onFound?: (files: readonly string[]) => void;
}
