import type { CheckedProject, Diagnostic } from '@vybestack/llxprt-lsp-core';
import type { Report } from './report.js';

/**
 * What `llxprt-lsp check --json` prints. Paths are relative to the workspace root, with `/`; troubles name a path as it
 * was given if there is no such file. Lines and characters are 1-based, characters UTF-16 code units.
 *
 * Fields may be added; what is here keeps its name and meaning as long as `version` is 1.
 */
export interface CheckJson {
  version: 1;
  /** Absolute. */
  workspace: string;
  /**
   * By path. A file is clean if it has no diagnostics, and its path is in no trouble. With `--project` only those with diagnostics, and judged by
   * who found them: the others of a project are as clean as its outcome says.
   */
  files: { path: string; judgedBy: string[]; diagnostics: Diagnostic[] }[];
  /** Whatever was not judged and should have been: files, or the folders of projects; without a path it concerns everything. */
  troubles: { path?: string; reason: string }[];
  /** Files of the given folders that no server was asked about. */
  skipped: { path: string; reason: string }[];
  /** Files that were not asked for and are not clean, by path; only with `--others`. */
  others?: { path: string; diagnostics: Diagnostic[] }[];
  /** False where there was no time to look at all of them; only with `--others`. */
  othersComplete?: boolean;
  /** With `--project`: by checker, then root; empty where there is no project. All of one is judged if its outcome is `complete`. */
  projects?: CheckedProject[];
  /** Of `files`. */
  summary: { judged: number; error: number; warning: number; info: number; hint: number };
}

export function toCheckJson(workspace: string, report: Report): CheckJson {
  return {
    version: 1,
    workspace,
    files: report.judgements.map(({ file, judgedBy, diagnostics }) => ({
      path: file,
      judgedBy: [...judgedBy],
      diagnostics: [...diagnostics],
    })),
    troubles: report.troubles.map(({ path, reason }) => (path === undefined ? { reason } : { path, reason })),
    skipped: report.skipped,
    ...(report.others && {
      others: report.others.files.map(({ file, diagnostics }) => ({ path: file, diagnostics: [...diagnostics] })),
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
