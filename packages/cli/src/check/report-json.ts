import type { CheckedProject, Diagnostic } from '@vybestack/llxprt-lsp-core';
import type { CheckResults } from './report.js';

/**
 * What `llxprt-lsp check --json` prints. Paths are relative to the workspace root, with `/`. A
 * trouble names a path as the user gave it if there is no such file. Lines and characters are
 * 1-based, characters UTF-16 code units.
 *
 * Fields may be added; the fields listed here keep name and meaning as long as `version` is 1.
 */
export interface CheckJson {
  version: 1;
  /** Absolute. */
  workspace: string;
  /**
   * By path. A file is clean if it has no diagnostics, and its path is in no trouble. `inPart`: why
   * not all of it was judged.
   * With `--project` only files with diagnostics, and `judgedBy` names the checkers that found
   * them. For a project's other files, its outcome tells whether they are clean.
   */
  files: { path: string; judgedBy: string[]; diagnostics: Diagnostic[]; inPart?: string }[];
  /**
   * Files, or the folders of projects, that should have been checked and were not. Without a path,
   * the trouble concerns everything.
   */
  troubles: { path?: string; reason: string }[];
  /** Files of the given folders that no server was asked about. */
  skipped: { path: string; reason: string }[];
  /** Files that were not asked for and are not clean, by path; only with `--others`. */
  others?: { path: string; diagnostics: Diagnostic[] }[];
  /** False where the time was too short to look at all of them; only with `--others`. */
  othersComplete?: boolean;
  /**
   * With `--project`: by checker, then root; empty where there is no project. The whole of a
   * project is checked if its outcome is `complete`.
   */
  projects?: CheckedProject[];
  /** Of `files`. */
  summary: { judged: number; error: number; warning: number; info: number; hint: number };
}

export function toCheckJson(workspace: string, report: CheckResults): CheckJson {
  return {
    version: 1,
    workspace,
    files: report.results.map(({ file, judgedBy, diagnostics, inPart }) => ({
      path: file,
      judgedBy: [...judgedBy],
      diagnostics: [...diagnostics],
      ...(inPart !== undefined && { inPart }),
    })),
    troubles: report.troubles.map(({ path, reason }) => (path === undefined ? { reason } : { path, reason })),
    skipped: report.skipped,
    ...(report.others && {
      others: report.others.files.map(({ file, diagnostics }) => ({
        path: file,
        diagnostics: [...diagnostics],
      })),
      othersComplete: report.others.complete,
    }),
    ...(report.projects && { projects: [...report.projects] }),
    summary: {
      judged: report.judged(),
      error: report.count('error'),
      warning: report.count('warning'),
      info: report.count('info'),
      hint: report.count('hint'),
    },
  };
}
