import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Tree = Readonly<Record<string, string>>;

/** A folder that quoting mistakes trip over, under its real name and under a symbolic link to it. */
export class Workspace {
  /** Absolute, real. */
  readonly real: string;
  /** The same folder by way of the link. */
  readonly link: string;
  readonly #top: string;

  constructor() {
    this.#top = mkdtempSync(join(realpathSync(tmpdir()), 'lsp e2e '));
    this.real = join(this.#top, 'C# & ü 100%');
    this.link = join(this.#top, 'link');
    mkdirSync(this.real);
    symlinkSync(this.real, this.link);
  }

  path(relative: string): string {
    return join(this.real, relative);
  }

  read(relative: string): string {
    return readFileSync(this.path(relative), 'utf8');
  }

  write(files: Tree): void {
    for (const [relative, text] of Object.entries(files)) {
      mkdirSync(dirname(this.path(relative)), { recursive: true });
      writeFileSync(this.path(relative), text);
    }
  }

  /** Makes symbolic links to absolute folders: what a package manager has installed. */
  install(packages: Tree): void {
    for (const [relative, target] of Object.entries(packages)) {
      mkdirSync(dirname(this.path(relative)), { recursive: true });
      symlinkSync(target, this.path(relative));
    }
  }

  remove(relative: string): void {
    rmSync(this.path(relative));
  }

  dispose(): void {
    rmSync(this.#top, { recursive: true, force: true, maxRetries: 5 });
  }
}
