import { randomUUID } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  realpathSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { patient } from '../deadlines.js';
import { MARK, marked, type Process } from '../processes.js';
import type { Tree } from '../workspace.js';
import { Home } from './home.js';
import { OWN_SETTINGS } from '../own-folders.js';

/** A user with a workspace and a home, for a host that runs there; whatever it starts is found again, whoever its parent is. */
export class HostLab {
  readonly home = new Home();
  /** Absolute, real; its name is one that quoting mistakes trip over. */
  readonly workspace: string;
  readonly #top = realpathSync(mkdtempSync(join(tmpdir(), 'host e2e ')));

  /**
   * @param lsp the key `lsp` of the user's settings; its deadlines are long where it names none
   * @param packages folders that are linked to, by the link's path
   */
  constructor(files: Tree, lsp?: unknown, packages: Tree = {}) {
    this.workspace = join(this.#top, "C# it's ü");
    mkdirSync(this.workspace);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    for (const [path, target] of Object.entries(packages)) {
      mkdirSync(dirname(this.path(path)), { recursive: true });
      symlinkSync(target, this.path(path), 'junction');
    }
    this.home.writeJson(OWN_SETTINGS, { lsp: patient(lsp) });
  }

  path(relative: string): string {
    return join(this.workspace, relative);
  }

  write(relative: string, content: string): void {
    mkdirSync(dirname(this.path(relative)), { recursive: true });
    writeFileSync(this.path(relative), content);
  }

  /** Bridges that can be asked, and those that were killed. */
  sockets(): string[] {
    const tmp = existsSync(this.home.tmp)
      ? readdirSync(this.home.tmp).filter((name) => name.startsWith('llxprt-lsp'))
      : [];
    const folders = [join(this.home.runtime, 'llxprt-lsp'), ...tmp.map((name) => join(this.home.tmp, name))];
    return folders
      .flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
      .filter((name) => name.endsWith('.sock'));
  }

  dispose(): void {
    this.home.dispose();
    rmSync(this.#top, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a host and everything below it inherit, so that they are found. */
export class Family {
  readonly #mark = randomUUID();
  readonly env: NodeJS.ProcessEnv;

  constructor(private readonly variable = MARK) {
    this.env = { [variable]: this.#mark };
  }

  processes(): Process[] {
    return marked(this.#mark, this.variable);
  }

  /** Those whose command line says this. */
  running(what: string): Process[] {
    return this.processes().filter(({ command }) => command.includes(what));
  }
}

/** What others wait for until somebody opens it. */
export class Gate {
  readonly opened: Promise<void>;
  #open: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open();
  }
}
