import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';

/**
 * A copy of a workspace that compilers may write to. Symbolic links are copied as they are when it
 * is made.
 */
export class Mirror {
  readonly #from: string;
  readonly #texts = new Map<string, string>();

  /** @param folder to be made, absolute */
  constructor(
    workspace: string,
    readonly folder: string,
  ) {
    this.#from = workspace;
    for (const { path, isLink } of entriesOf(workspace)) {
      if (!isLink) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(readlinkSync(join(workspace, path)), join(folder, path), 'junction');
    }
  }

  /**
   * Makes it what the workspace is now. Returns the files that were changed, created or deleted
   * since the last time.
   */
  sync(): Set<string> {
    const changed = new Set<string>();
    const gone = new Set(this.#texts.keys());
    for (const { path, isLink } of entriesOf(this.#from)) {
      if (isLink) continue;
      gone.delete(path);
      const text = readFileSync(join(this.#from, path), 'utf8');
      if (this.#texts.get(path) === text) continue;
      this.#texts.set(path, text);
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
      changed.add(path);
    }
    for (const path of gone) {
      this.#texts.delete(path);
      rmSync(join(this.folder, path));
      changed.add(path);
    }
    return changed;
  }

  /** As it was last copied. */
  text(path: string): string | undefined {
    return this.#texts.get(path);
  }

  /** Of the files below this folder. @param folder with a slash at its end */
  filesIn(folder: string): string[] {
    return [...this.#texts.keys()].filter((path) => path.startsWith(folder));
  }
}

function entriesOf(workspace: string): { path: string; isLink: boolean }[] {
  return readdirSync(workspace, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => ({
      path: join(entry.parentPath, entry.name)
        .slice(workspace.length + 1)
        .replaceAll(sep, '/'),
      isLink: entry.isSymbolicLink(),
    }))
    .filter(({ path }) => !path.startsWith('.git/'));
}
