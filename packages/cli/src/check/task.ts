import type { Spinner } from 'yocto-spinner';
import type { LspServiceClient, ResolvedLspConfig, Severity } from '@vybestack/llxprt-lsp-core';
import type { Io } from '../io.js';
import type { WorkspaceOptions } from '../session.js';
import type { Findings } from './report-text.js';

export interface CheckOptions extends WorkspaceOptions {
  readonly format: CheckFormat;
  /**
   * Run compilers and linters on whole projects, instead of asking language servers about files.
   */
  readonly project: boolean;
  /** Instead of the settings' `includeSeverities`. */
  readonly severity?: readonly Severity[] | undefined;
  /** Also report on files that were not asked for, where servers report some. */
  readonly others: boolean;
  /**
   * Deadline for a server's answer about a batch of files, ms (default: 60 s). With `project`, the
   * deadline for all projects together (default: none).
   */
  readonly timeout?: number | undefined;
  /**
   * With more warnings than this the check fails. Warnings are reported then, whatever the settings
   * are.
   */
  readonly maxWarnings?: number | undefined;
  /** Only files that differ from this revision of git. */
  readonly since?: string | undefined;
  /**
   * A file with earlier output of `--json`; only findings that are not in it count. Relative to the
   * user's current folder.
   */
  readonly baseline?: string | undefined;
}

export const CHECK_FORMATS = ['text', 'json', 'sarif', 'github'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** ms. */
export const SERVER_TIMEOUT = 60_000;

/**
 * Longer timeouts, for commands whose user waits for the result. Those of the settings are meant
 * for edits, which cannot wait long for a linter, nor for a service that starts or looks for projects.
 */
export function withLongTimeouts(lsp: ResolvedLspConfig, timeout = SERVER_TIMEOUT): ResolvedLspConfig {
  return {
    ...lsp,
    firstTouchTimeout: Math.max(timeout, lsp.firstTouchTimeout),
    navigationTimeout: Math.max(timeout, lsp.navigationTimeout),
    linterGrace: timeout,
  };
}

/** What one check has to do, once its service has started. */
export interface Task {
  readonly client: Pick<LspServiceClient, 'check' | 'status' | 'projects' | 'checkProject'>;
  readonly lsp: ResolvedLspConfig;
  readonly io: Io;
  /** Absolute, real. */
  readonly workspaceRoot: string;
  /** As the user named them; none: the workspace. */
  readonly paths: readonly string[];
  readonly options: CheckOptions;
  /** Absolute; only these files count. Undefined: all files. */
  readonly changed: readonly string[] | undefined;
  /** Undefined where no terminal shows it. */
  readonly progress: Spinner | undefined;
  /** Prints what was found in a file, in formats that print each file at once. */
  readonly tell: (found: Findings) => void;
}
