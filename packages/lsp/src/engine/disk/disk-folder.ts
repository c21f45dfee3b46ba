import type { FilesByName } from './disk-files.ts';
import type { SentinelPath } from './disk-installed.ts';
import type { FolderState } from './disk-state.ts';

/** A folder of the tree, as it was when last looked at. */
export interface Folder {
  readonly path: string;
  /** No longer part of the tree. */
  isGone: boolean;
  /** Undefined until the folder was listed. */
  state: FolderState | undefined;
  readonly files: FilesByName;
  readonly folders: Map<string, Folder>;
  /** By name; '' is the folder itself. */
  readonly sentinels: Map<string, SentinelPath>;
}

export function emptyFolder(path: string): Folder {
  return {
    path,
    isGone: false,
    state: undefined,
    files: new Map(),
    folders: new Map(),
    sentinels: new Map(),
  };
}

/** When each folder was listed last: by a count of all listings, so that no two are the same. */
export class Listings {
  readonly #last = new Map<string, number>();
  #count = 0;

  /** Changes whenever something in this very folder may have come or gone; 0 for one that is not walked. */
  of(folder: string): number {
    return this.#last.get(folder) ?? 0;
  }

  note(folder: string): void {
    this.#last.set(folder, ++this.#count);
  }

  forget(folder: string): void {
    this.#last.delete(folder);
  }
}
