import type { DiskFile } from './disk-file.js';
import type { WorkspacePath } from './workspace-path.js';

/** One file's part in a mutation. */
export type Change = Write | Rename | Remove;

export interface Write {
  readonly kind: 'write';
  readonly path: WorkspacePath;
  /** What the bytes were computed from; undefined where nothing stood. */
  readonly before: DiskFile | undefined;
  readonly bytes: Buffer;
  /** The file whose permissions and owner the new one takes over: the one it replaces, or the one it was moved from. */
  readonly like: DiskFile | undefined;
  readonly executable?: boolean | undefined;
}

/** To a name that nothing has. */
export interface Rename {
  readonly kind: 'rename';
  readonly path: WorkspacePath;
  readonly from: DiskFile;
}

export interface Remove {
  readonly kind: 'remove';
  readonly path: WorkspacePath;
  readonly before: DiskFile;
}

/** For messages: `move a.ts to b.ts`. */
export function describeChange(change: Change): string {
  const { shown } = change.path;
  return change.kind === 'rename' ? `move ${change.from.path.shown} to ${shown}` : `${change.kind} ${shown}`;
}
