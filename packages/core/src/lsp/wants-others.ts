import type { LspConfig } from './types.js';

/**
 * Whether a result also reports on other files (REQ-DIAG-030, REQ-DIAG-040).
 *
 * @param onlyPatches the host writes by patches alone, so a patch counts as a write
 */
export function wantsOthers(
  kind: 'edit' | 'write' | 'patch',
  { otherFiles }: Pick<Required<LspConfig>, 'otherFiles'>,
  onlyPatches = false,
): boolean {
  return otherFiles === 'write'
    ? kind === 'write' || (onlyPatches && kind === 'patch')
    : otherFiles === 'always';
}
