/**
 * The trace file, which both processes append to. Core has a copy of this source.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  write,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { isPathWithin } from '../support/real-path.js';

export interface TraceFileOptions {
  /** Maximum size of the file, bytes. Default: 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Makes the line that reports how many lines were left out so far, and why. */
  lossLine(lines: number, reason: string): string;
  /** Called at most once, with the reason, if nothing is recorded or recording stops. */
  failed(problem: string): void;
}

/** Bytes. */
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/** Each line of a trace begins with this. */
const FIRST_BYTES = '{"t":';
/** How long lines are collected before a write, ms. */
const GATHER = 25;
/** Maximum length of text that waits for a slow disk, UTF-16 code units. */
const MAX_WAITING = 8 * 1024 * 1024;
/** Room at the end of a full file for the line that reports the loss, bytes. */
const RESERVE = 4096;
/** Deadline for closing, ms: a disk that hangs must not delay the end of the process. */
const CLOSE_WITHIN = 500;

/**
 * The path in the setting: `~/` is the home folder, a relative path starts at the workspace root.
 */
function tracePath(named: string, workspaceRoot: string): string {
  return named.startsWith('~/') ? join(homedir(), named.slice(2)) : resolve(workspaceRoot, named);
}

/**
 * Opens the file for appending. If it does not exist, creates it, accessible to its owner only.
 *
 * A model writes the workspace's files, so nothing there may redirect our writes. The file itself
 * must not be a link of any kind. No folder above it may be another user's link. A path that begins
 * in the workspace must end there. A file that is not a trace is left alone.
 *
 * @param named the path as the setting has it
 * @returns `undefined` if the file cannot be opened
 */
export function openTraceFile(
  named: string,
  workspaceRoot: string,
  options: TraceFileOptions,
): TraceFile | undefined {
  const path = tracePath(named, workspaceRoot);
  const failed = (reason: string): void => {
    options.failed(`no trace in ${path}: ${reason}`);
  };
  const { maxBytes = DEFAULT_MAX_BYTES } = options;
  const opened = open(path, workspaceRoot, maxBytes);
  if (opened.kind === 'open') return new TraceFile(opened.fd, { ...options, maxBytes, failed });
  failed(opened.reason);
  return undefined;
}

type Opened =
  { readonly kind: 'open'; readonly fd: number } | { readonly kind: 'refused'; readonly reason: string };

function open(path: string, workspaceRoot: string, maxBytes: number): Opened {
  try {
    const folder = realFolder(dirname(path), workspaceRoot);
    if (folder.kind === 'refused') return folder;
    // Windows has neither flag. O_NONBLOCK: opening a FIFO without a reader would block.
    const { O_NOFOLLOW, O_NONBLOCK } = constants as Partial<typeof constants>;
    const fd = openSync(
      join(folder.path, basename(path)),
      constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0),
      0o600,
    );
    const reason = whyNot(fd, maxBytes);
    if (reason === undefined) return { kind: 'open', fd };
    closeSync(fd);
    return refused(reason);
  } catch (error) {
    return refused(
      (error as NodeJS.ErrnoException).code === 'ELOOP' ? 'it is a symbolic link' : String(error),
    );
  }
}

function refused(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason };
}

function realFolder(
  folder: string,
  workspaceRoot: string,
): { readonly kind: 'real'; readonly path: string } | { readonly kind: 'refused'; readonly reason: string } {
  const own = process.getuid?.();
  for (let at = folder; at !== parse(at).root; at = dirname(at)) {
    const { uid } = lstatSync(at);
    if (own !== undefined && uid !== own && uid !== 0 && lstatSync(at).isSymbolicLink())
      return refused(`${at} is somebody else's link`);
  }
  const [path, root] = [realpathSync(folder), realpathSync(workspaceRoot)];
  if ((isPathWithin(folder, workspaceRoot) || isPathWithin(folder, root)) && !isPathWithin(path, root))
    return refused('a link leads out of the workspace');
  return { kind: 'real', path };
}

function whyNot(fd: number, maxBytes: number): string | undefined {
  const stats = fstatSync(fd);
  if (!stats.isFile()) return 'it is no regular file';
  if (stats.nlink !== 1) return 'it has another name, too';
  if (process.getuid !== undefined && stats.uid !== process.getuid()) return "it is somebody else's";
  if (stats.size > 0) {
    const bytes = Buffer.alloc(FIRST_BYTES.length);
    readSync(fd, bytes, 0, bytes.length, 0);
    if (bytes.toString('latin1') !== FIRST_BYTES) return 'it is there already, and is no trace';
  }
  // Refused here: later, nothing would show that recording has stopped.
  if (stats.size > maxBytes - 2 * RESERVE) return 'it is full; take it away, or raise maxBytes';
  if ((stats.mode & 0o077) !== 0 && process.platform !== 'win32') fchmodSync(fd, 0o600);
  return undefined;
}

/** Collects lines and writes whole lines in the background. Nothing here throws. */
export class TraceFile {
  #waiting: string[] = [];
  #waitingLength = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  /** `closing`: waiting lines are written, and no new line is accepted. */
  #state: 'open' | 'closing' | 'ended' = 'open';
  readonly #lost = { lines: 0, reported: 0, reason: '' };
  readonly #atExit = (): void => {
    this.#writeRest();
  };

  constructor(
    private readonly fd: number,
    private readonly options: TraceFileOptions & { readonly maxBytes: number },
  ) {
    process.once('exit', this.#atExit);
  }

  /** @param line without a line feed */
  append(line: string): void {
    if (this.#state !== 'open') return;
    if (this.#waitingLength > MAX_WAITING) {
      this.#lose(1, 'the disk is too slow');
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length;
    this.#timer ??= setTimeout(() => {
      void this.#flush();
    }, GATHER).unref();
  }

  /** Resolves when everything is written or cannot be, at the latest after `CLOSE_WITHIN`. */
  async close(): Promise<void> {
    if (this.#state !== 'open') return;
    this.#state = 'closing';
    process.off('exit', this.#atExit);
    const written = (async () => {
      await this.#flush();
      // Lines collected during a write start another one. The file must not be closed during a
      // write.
      while (this.#writing !== undefined) await this.#writing;
      if (this.#lost.lines > this.#lost.reported) await this.#write(this.#lossLine());
      this.#end();
    })();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([written, new Promise((done) => (timer = setTimeout(done, CLOSE_WITHIN)))]);
    clearTimeout(timer);
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // The running write is followed by another one if more lines have come.
    if (this.#writing !== undefined) return;
    const text = this.#take();
    if (text === '') return;
    this.#writing = this.#write(text);
    await this.#writing;
    this.#writing = undefined;
    if (this.#waiting.length > 0) await this.#flush();
  }

  /** The waiting lines that still fit into the file. */
  #take(): string {
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingLength = 0;
    if (lines.length === 0) return '';
    let room = this.#room() - RESERVE;
    let text = '';
    for (const [at, line] of lines.entries()) {
      room -= Buffer.byteLength(line) + 1;
      if (room < 0) {
        this.#lose(lines.length - at, 'the file is full');
        break;
      }
      text += `${line}\n`;
    }
    if (this.#lost.reported > 0 || this.#lost.lines === 0) return text;
    return text + this.#lossLine();
  }

  /** Empty if not even this line fits. */
  #lossLine(): string {
    const line = `${this.options.lossLine(this.#lost.lines, this.#lost.reason)}\n`;
    this.#lost.reported = this.#lost.lines;
    return this.#room() < Buffer.byteLength(line) ? '' : line;
  }

  #lose(lines: number, reason: string): void {
    this.#lost.lines += lines;
    this.#lost.reason = reason;
  }

  /** Read from the file each time, because other processes write to it as well. */
  #room(): number {
    if (this.#state === 'ended') return 0;
    try {
      return this.options.maxBytes - fstatSync(this.fd).size;
    } catch {
      return 0;
    }
  }

  #write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    return new Promise((done) => {
      if (bytes.length === 0 || this.#state === 'ended') {
        done();
        return;
      }
      write(this.fd, bytes, (error, written) => {
        if (error !== null) this.#fail(error.message);
        else if (written < bytes.length) this.#fail('a line was written in part');
        done();
      });
    });
  }

  /** Synchronous, because the process is exiting. */
  #writeRest(): void {
    try {
      const text = this.#take();
      if (text !== '') writeSync(this.fd, text);
    } catch {
      // The process is exiting: the error cannot be reported.
    }
  }

  #fail(reason: string): void {
    if (this.#state === 'ended') return;
    process.off('exit', this.#atExit);
    this.#waiting = [];
    this.#end();
    this.options.failed(reason);
  }

  #end(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    try {
      closeSync(this.fd);
    } catch {
      // The last write failed, and that was already reported.
    }
  }
}
