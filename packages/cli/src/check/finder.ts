import type { CheckedProject, Diagnostic } from '@vybestack/llxprt-lsp-core';
import { around } from './innermost.js';

/**
 * The projects whose checkers may have found a diagnostic, the likeliest first. These are the
 * projects that report this source. If some of them hold the file, only those; otherwise all,
 * because a project reads files beside it, too.
 */
export function findersOf(
  { file, source }: Diagnostic,
  projects: readonly CheckedProject[],
): CheckedProject[] {
  const candidates = projects.filter(
    ({ sources }) => source !== undefined && sources?.includes(source) === true,
  );
  const nearest = around(candidates, file);
  return nearest.length > 0 ? nearest : candidates;
}
