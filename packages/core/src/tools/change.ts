import { type Escaped, escaped } from '../support/escaped.js';
import type { DiskFile } from './disk-file.js';
import type { WorkspacePath } from './workspace-path.js';

/** One file's part in a mutation. */
export type Change = Write | Rename | Remove;

export interface Write {
  readonly kind: 'write';
  readonly path: WorkspacePath;
  /** The file that the bytes were computed from; undefined if there was none. */
  readonly before: DiskFile | undefined;
  readonly bytes: Buffer;
  /**
   * The file whose permissions and owner the new one gets: the one it replaces, or the one it was
   * moved from.
   */
  readonly like: DiskFile | undefined;
  readonly executable?: boolean | undefined;
}

/** To a name that does not exist. */
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
export function describeChange(change: Change): Escaped {
  const { shown } = change.path;
  return change.kind === 'rename'
    ? escaped`move ${change.from.path.shown} to ${shown}`
    : escaped`${change.kind} ${shown}`;
}
