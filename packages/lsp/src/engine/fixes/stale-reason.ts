import { diskStamp } from '../../support/paths.ts';
import type { Workspace } from '../base/workspace.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { KeptFix } from './registry.ts';

/** Why the fix is no longer good; undefined if it is. */
export function staleReason(workspace: Workspace, { id, files }: KeptFix): string | undefined {
  for (const { path, former } of files) {
    const isSame = former === undefined ? diskStamp(path) === undefined : textOnDisk(path) === former;
    if (!isSame)
      return `${workspace.folder(path)} has changed since fix ${id} was made: ask for its fixes again`;
  }
  return undefined;
}
