import { combine, textAfter } from '../../backend/fixes/text-changes.ts';
import type { FileChange } from '../../types.ts';
import { markOnDisk } from '../disk/text-source.ts';
import type { ChangedFile } from '../session/session.ts';
import type { Workspace } from '../base/workspace.ts';

/** Several lists of changed files as one; a text: why they do not fit together. */
export function combined(lists: readonly (readonly ChangedFile[])[]): readonly ChangedFile[] | string {
  const files: ChangedFile[] = [];
  for (const [path, parts] of Map.groupBy(lists.flat(), (file) => file.path)) {
    const former = parts[0]?.former;
    if (parts.some((part) => part.former !== former)) return 'they were made for different texts';
    const changes = combine(parts.map((part) => part.changes));
    if (typeof changes === 'string') return changes;
    files.push({ path, former, changes });
  }
  return files;
}

/** The files as they would be written, and as they are now. */
export function changesOf(workspace: Workspace, files: readonly ChangedFile[]): FileChange[] {
  return files.map((changed) => {
    const { path, former } = changed;
    const file = workspace.folder(path);
    if (former === undefined) return { file, text: textAfter(changed) };
    const mark = markOnDisk(path);
    return { file, text: mark + textAfter(changed), former: mark + former };
  });
}
