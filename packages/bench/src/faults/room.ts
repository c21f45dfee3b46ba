import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  type Dirent,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asking } from '../../../../scripts/lib/collecting.mjs';
import { MARK, marked, type Process } from '../../../e2e/support/processes.js';
import { findBun, ownFolders } from '@vybestack/llxprt-lsp-core';
import { SIDECAR } from '../places.js';
import { boundsOf, type Bounds, type Patience } from './patience.js';

const AGENT = fileURLToPath(new URL('agent.mjs', import.meta.url));
const FAKE = join(SIDECAR, 'test', 'fakes', 'waits.ts');
/** Nobody's: what root may do regardless, the processes of a cell may not. */
const USER = 61_234;
const IS_ROOT = process.getuid?.() === 0;
/** Of a file system that can be filled, bytes and files. */
const DISK = 'size=4m,nr_inodes=200,mode=0700';

/** A file of the second server. */
export const SECOND = 'b.second';

/** The file that is edited. Its text never ends where a byte, a UTF-16 unit and a character are the same. */
export const FILE = 'ü # é.fake';

const rooms = new Set<Room>();

/** For a run that is interrupted. */
export function disposeRooms(): void {
  for (const room of rooms) room.dispose();
}

/**
 * Where one cell's processes live: their workspace, home, temporary and runtime folders. All that
 * is in there is theirs, and has to be gone when they are.
 */
export class Room {
  readonly folder = mkdtempSync(join(tmpdir(), 'llf-'));
  readonly workspace = join(this.folder, 'ws');
  readonly copy = join(this.folder, 'copy');
  readonly temporary = join(this.folder, 'tmp');
  readonly runtime = join(this.folder, 'run');
  readonly home = join(this.folder, 'home');
  readonly userSettings = join(ownFolders(this.home, {}).config, 'settings.json');
  readonly control = join(this.folder, 'control');
  /** What the sidecar is run with, and the two servers' programs. */
  readonly bun = join(this.folder, 'bin', 'bun');
  readonly server = join(this.folder, 'bin', 'server');
  /** Where processes that are not killed write what they are as they end. */
  readonly exits = join(this.folder, 'exits');
  readonly mark = randomUUID();
  readonly bounds: Bounds;
  /** What was on disk when the file was taken away. */
  #removed: string | undefined;
  readonly #disks: string[] = [];

  /** @param small which of its folders are on a file system that can be filled */
  constructor(
    small: readonly ('workspace' | 'temporary')[],
    readonly patience: Patience,
  ) {
    this.bounds = boundsOf(patience);
    for (const folder of [
      this.workspace,
      this.copy,
      this.temporary,
      this.runtime,
      this.home,
      dirname(this.userSettings),
      dirname(this.bun),
    ])
      mkdirSync(folder, { mode: 0o700, recursive: true });
    for (const name of small) this.#mount(this[name]);
    rooms.add(this);
    const bun = findBun({ packageDir: SIDECAR, workspaceRoot: this.workspace, env: {} });
    if (bun.kind === 'missing') throw new Error(`${bun.reason}: run npm run setup`);
    const program = (role: string, ...args: string[]): string =>
      `#!/bin/sh\nFAULTS_ROLE=${role} BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 exec ` +
      `${[bun.path, '--preload', AGENT, ...args].map(quoted).join(' ')} "$@"\n`;
    writeFileSync(this.bun, program('sidecar'), { mode: 0o755 });
    writeFileSync(this.server, program('server', FAKE), { mode: 0o755 });
    for (const folder of [this.workspace, this.copy]) writeFileSync(join(folder, FILE), textOf(0));
    writeFileSync(this.exits, '');
    writeFileSync(this.userSettings, JSON.stringify({ lsp: this.settings }));
    for (const path of [this.folder, ...below(this.folder)]) this.give(path);
  }

  /** The key `lsp` of the user's settings. */
  get settings() {
    const env = { FAKE_PROBE: this.control, FAKE_NAME: 'fake' };
    const server = { command: this.server, env };
    const { diagnosticTimeout, firstTouchTimeout, navigationTimeout, share = false } = this.patience;
    return {
      share,
      diagnosticTimeout,
      firstTouchTimeout,
      navigationTimeout,
      servers: { fake: { ...server, extensions: ['.fake'] }, second: { ...server, extensions: ['.second'] } },
    };
  }

  env(role: string): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.home,
      TMPDIR: this.temporary,
      XDG_RUNTIME_DIR: this.runtime,
      LLXPRT_BUN: this.bun,
      FAULTS_CONTROL: this.control,
      FAULTS_EXITS: this.exits,
      FAULTS_ROLE: role,
      [MARK]: this.mark,
    };
  }

  /** To the user that the cell is run as. */
  give(path: string): void {
    if (IS_ROOT) lchownSync(path, USER, USER);
  }

  /** What is on disk of the file that is edited; undefined where it is gone. */
  text(): string | undefined {
    const path = join(this.workspace, FILE);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  /** The edited file itself, until {@link restore}. */
  remove(): void {
    this.#removed = this.text();
    rmSync(join(this.workspace, FILE));
  }

  restore(): void {
    if (this.#removed === undefined) return;
    writeFileSync(join(this.workspace, FILE), this.#removed);
    this.give(join(this.workspace, FILE));
    this.#removed = undefined;
  }

  get isRemoved(): boolean {
    return this.#removed !== undefined;
  }

  /** Whether the edited file cannot be written, nor replaced. */
  protect(isProtected: boolean): void {
    chmodSync(join(this.workspace, FILE), isProtected ? 0o444 : 0o644);
    chmodSync(this.workspace, isProtected ? 0o500 : 0o700);
  }

  /** The kinds of programs that have ended in an orderly way. */
  ended(): string[] {
    return readFileSync(this.exits, 'utf8')
      .split('\n')
      .filter((role) => role !== '');
  }

  /** The processes of this cell, whatever their parents are. */
  processes(): Process[] {
    return marked(this.mark);
  }

  /** Files that were not there before the first start, relative to the room's folder. */
  leftovers(): string[] {
    const places = [this.temporary, this.runtime, this.home, this.workspace].flatMap((folder) =>
      below(folder),
    );
    const ours = [
      join(this.workspace, FILE),
      join(this.workspace, SECOND),
      ...above(this.userSettings, this.home),
      join(this.runtime, 'llxprt-lsp'),
      join(this.temporary, `llxprt-lsp-${IS_ROOT ? USER : (process.getuid?.() ?? '')}`),
    ];
    return places
      .filter((path) => !ours.includes(path) && !path.endsWith(BALLAST))
      .map((path) => path.slice(this.folder.length + 1));
  }

  /** Of bridges: in the runtime folder, or in the temporary one where they could not use that; absolute. */
  sockets(): string[] {
    return [this.runtime, this.temporary]
      .flatMap((folder) => below(folder))
      .filter((path) => path.endsWith('.sock'));
  }

  /** How many edits are on disk, in the host's workspace and in the copy beside it. */
  edits(): number {
    const edits = Number(/ERROR e(\d+)/.exec(this.text() ?? '')?.[1] ?? 0);
    writeFileSync(join(this.copy, FILE), textOf(edits));
    return edits;
  }

  fill(which: 'workspace' | 'temporary'): void {
    const ballast = join(this[which], BALLAST);
    try {
      for (let part = 0; ; part += 1)
        writeFileSync(`${ballast.slice(0, -BALLAST.length)}${part}.${BALLAST}`, Buffer.alloc(256 * 1024));
    } catch {
      // It is full.
    }
  }

  free(which: 'workspace' | 'temporary'): void {
    for (const name of readdirSync(this[which])) if (name.endsWith(BALLAST)) rmSync(join(this[which], name));
  }

  /** Ends whatever runs in there, and takes it away. */
  dispose(): void {
    rooms.delete(this);
    for (const { pid } of this.processes()) kill(pid);
    for (const disk of this.#disks) spawnSync('umount', ['--lazy', disk]);
    for (const path of [this.workspace, this.runtime, this.temporary]) chmodSync(path, 0o700);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #mount(folder: string): void {
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'none', folder]);
    this.#disks.push(folder);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

const BALLAST = 'ballast';

/** The file's text after so many edits. */
export function textOf(edits: number): string {
  return `# ü 🎉\nERROR e${edits}\n\n# ${'x'.repeat(100)} 𝕏`;
}

/** As the user that cells are run as. */
export function asUser(program: string, ...args: string[]): [program: string, args: string[]] {
  return IS_ROOT
    ? ['setpriv', [`--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', program, ...args]]
    : [program, args];
}

/**
 * Why the user that cells are run as cannot be. They run what this clone has built, and a home
 * folder is closed to others.
 */
export function noUser(): string | undefined {
  const [program, args] = asUser(
    process.execPath,
    '-e',
    `fs.readFileSync(${JSON.stringify(AGENT)}); fs.readdirSync(${JSON.stringify(realpathSync(tmpdir()))})`,
  );
  return asking(() => spawnSync(program, args, { stdio: 'ignore' })).status === 0
    ? undefined
    : `user ${USER} cannot read this clone, or the folder for temporary files: chmod o+x the ` +
        'folders above, or run it as a user who is not root';
}

/** Why this machine cannot have a disk that is full. */
export function noDisks(): string | undefined {
  return IS_ROOT ? undefined : 'only root can mount a disk to be filled';
}

/** A path, and the folders above it up to this one. */
function above(path: string, folder: string): string[] {
  return path === folder ? [] : [path, ...above(dirname(path), folder)];
}

/** Everything below a folder. */
function below(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...below(path)] : [path];
  });
}

/** None where it has been taken away meanwhile. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
