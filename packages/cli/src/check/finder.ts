import type { CheckedProject, Diagnostic } from '@vybestack/llxprt-lsp-core';
import { innermost } from './innermost.js';

/** The checker that has found it: of those that speak of this source, the one whose project is nearest. */
export function finderOf({ file, source }: Diagnostic, projects: readonly CheckedProject[]): CheckedProject | undefined {
  const candidates = projects.filter(({ sources }) => source !== undefined && sources?.includes(source) === true);
  return innermost(candidates, file);
}
