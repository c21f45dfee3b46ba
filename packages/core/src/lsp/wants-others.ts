import type { LspConfig } from './types.js';

/** Whether a result also reports on other files (REQ-DIAG-030, REQ-DIAG-040). */
export function wantsOthers(kind: 'edit' | 'write' | 'patch', { otherFiles }: Pick<Required<LspConfig>, 'otherFiles'>): boolean {
  return otherFiles === 'write' ? kind === 'write' : otherFiles === 'always';
}
