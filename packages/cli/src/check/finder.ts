import type { CheckedProject, Diagnostic } from '@vybestack/llxprt-lsp-core';
import { around } from './innermost.js';

/** The projects whose checkers may have found it, the likeliest first: those that speak of this source, around the file if any is (projects read files beside them, too). */
export function findersOf({ file, source }: Diagnostic, projects: readonly CheckedProject[]): CheckedProject[] {
  const candidates = projects.filter(({ sources }) => source !== undefined && sources?.includes(source) === true);
  const nearest = around(candidates, file);
  return nearest.length > 0 ? nearest : candidates;
}
