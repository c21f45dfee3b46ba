import type { Spinner } from 'yocto-spinner';
import type { LspServiceClient, ResolvedLspConfig, Severity } from '@vybestack/llxprt-lsp-core';
import type { Io } from '../io.js';
import type { Place } from '../session.js';
import type { Findings } from './report-text.js';

export interface CheckOptions extends Place {
  readonly format: CheckFormat;
  /** Have compilers and linters judge whole projects, instead of language servers files. */
  readonly project: boolean;
  /** Instead of the settings' `includeSeverities`. */
  readonly severity?: readonly Severity[] | undefined;
  /** Also report on files that were not asked for, where servers speak of them. */
  readonly others: boolean;
  /** How long a server may take for a batch of files, ms (default: 60 s); of whole projects: how long all may take (default: no bound). */
  readonly timeout?: number | undefined;
  /** With more of them the check fails. They are reported then, whatever the settings say. */
  readonly maxWarnings?: number | undefined;
  /** Only files that differ from this revision of git. */
  readonly since?: string | undefined;
  /** What `--json` has printed earlier; only what was not in it counts. Relative to where the user is. */
  readonly baseline?: string | undefined;
}

export const CHECK_FORMATS = ['text', 'json', 'sarif', 'github'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** ms. */
export const SERVER_TIMEOUT = 60_000;

/** For commands that somebody waits for: what the settings allow is meant for edits, which cannot wait long for a service that starts or looks for projects. */
export function patiently(lsp: ResolvedLspConfig, patience = SERVER_TIMEOUT): ResolvedLspConfig {
  return { ...lsp, firstTouchTimeout: Math.max(patience, lsp.firstTouchTimeout) };
}

/** What one check has to do, with a service that is there. */
export interface Task {
  readonly client: Pick<LspServiceClient, 'check' | 'status' | 'projects' | 'checkProject'>;
  readonly lsp: ResolvedLspConfig;
  readonly io: Io;
  /** Absolute, real. */
  readonly workspaceRoot: string;
  /** As the user named them; none: the workspace. */
  readonly paths: readonly string[];
  readonly options: CheckOptions;
  /** Absolute; only these count. Undefined: everything. */
  readonly changed: readonly string[] | undefined;
  /** Undefined where nobody watches. */
  readonly progress: Spinner | undefined;
  /** Prints what was found in a file, where that is printed as it comes. */
  readonly tell: (found: Findings) => void;
}
