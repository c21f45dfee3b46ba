import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A user's home folder with nothing in it but what is written there, and a runtime folder of its own. */
export class Home {
  /** Absolute, real. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'host-')));
  /** `XDG_RUNTIME_DIR`: short, since sockets are made in it. */
  readonly runtime = join(this.folder, 'run');
  /** For programs that are started with it as their folder for temporary files. */
  readonly tmp = join(this.folder, 'tmp');

  constructor() {
    mkdirSync(this.runtime, { mode: 0o700 });
    mkdirSync(this.tmp);
  }

  path(relative: string): string {
    return join(this.folder, relative);
  }

  write(relative: string, content: string): void {
    mkdirSync(dirname(this.path(relative)), { recursive: true });
    writeFileSync(this.path(relative), content);
  }

  writeJson(relative: string, value: unknown): void {
    this.write(relative, `${JSON.stringify(value, null, 2)}\n`);
  }

  /** Copies a folder, symbolic links as what they point to. */
  copy(folder: string, relative: string): void {
    mkdirSync(dirname(this.path(relative)), { recursive: true });
    cpSync(folder, this.path(relative), { recursive: true });
  }

  /** What a program of this user inherits: only what is named here, so that nothing of the machine's own settings gets in. */
  environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const { PATH, LANG, TMPDIR, TEMP, TMP, SystemRoot, ComSpec, PATHEXT } = process.env;
    const { JITI_FS_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
    const env = {
      ...{ PATH, LANG, TMPDIR, TEMP, TMP, SystemRoot, ComSpec, PATHEXT },
      ...{ JITI_FS_CACHE, NODE_DISABLE_COMPILE_CACHE },
      HOME: this.folder,
      USERPROFILE: this.folder,
      XDG_RUNTIME_DIR: this.runtime,
      ...more,
    };
    return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
