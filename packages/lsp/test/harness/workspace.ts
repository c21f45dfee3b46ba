import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Tree = Readonly<Record<string, string | Uint8Array>>;

/** The state of every file, folder and link below a folder, by its path in there: what a write to any of them would change. */
export function stampsBelow(folder: string): Record<string, string> {
  const stamps = new Map<string, string>();
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = join(below, entry.name);
      const { mtimeNs, ctimeNs, size, ino } = lstatSync(join(folder, path), { bigint: true });
      stamps.set(path, [mtimeNs, ctimeNs, size, ino].join(' '));
      if (entry.isDirectory()) walk(path);
    }
  };
  walk('');
  return Object.fromEntries([...stamps].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A folder of files inside a temporary one of its own, so that a test may also put things beside it. */
export class Workspace implements Disposable {
  /** The folder around the workspace; absolute, real. */
  readonly outside: string;
  /** Absolute, real. */
  readonly root: string;

  /** @param above real */
  constructor(files: Tree = {}, name = 'workspace', above = realpathSync(tmpdir())) {
    this.outside = mkdtempSync(join(above, 'lsp-wire-'));
    this.root = join(this.outside, name);
    mkdirSync(this.root, { recursive: true });
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  path(relative: string): string {
    return join(this.root, relative);
  }

  /** Returns the absolute path. `../x` lands beside the workspace. */
  write(relative: string, content: string | Uint8Array): string {
    const path = this.path(relative);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  remove(relative: string): void {
    rmSync(this.path(relative));
  }

  [Symbol.dispose](): void {
    rmSync(this.outside, { recursive: true, force: true });
  }
}
