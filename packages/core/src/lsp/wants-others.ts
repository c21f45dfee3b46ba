import type { LspConfig } from './types.js';

/**
 * Whether a result also reports on other files (REQ-DIAG-030, REQ-DIAG-040).
 *
 * A command may have deleted or changed anything, and no tool tells what that has broken.
 *
 * @param onlyPatches the host writes by patches alone, so a patch counts as a write
 */
export function wantsOthers(
  kind: 'edit' | 'write' | 'patch' | 'command',
  { otherFiles }: Pick<Required<LspConfig>, 'otherFiles'>,
  onlyPatches = false,
): boolean {
  return otherFiles === 'write'
    ? kind === 'write' || kind === 'command' || (onlyPatches && kind === 'patch')
    : otherFiles === 'always';
}
