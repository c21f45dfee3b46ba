import { closeSync } from 'node:fs';
import { dlopen, read as memory } from 'bun:ffi';

/** An event on a watched folder, or in it (inotify(7)). */
export interface InotifyEvent {
  /** -1 where events were lost. */
  readonly watch: number;
  /** Bits of `IN`. */
  readonly mask: number;
  /** Of the folder's entry; '' for the folder itself. */
  readonly name: string;
}

export type Added =
  | { readonly kind: 'watched'; readonly watch: number }
  /** There is no such folder, or this process may not read it. */
  | { readonly kind: 'absent' }
  /** The user's limit of watches is reached. */
  | { readonly kind: 'refused' };

export const IN = {
  attrib: 0x4,
  closeWrite: 0x8,
  create: 0x100,
  delete: 0x200,
  deleteSelf: 0x400,
  modify: 0x2,
  movedFrom: 0x40,
  movedTo: 0x80,
  moveSelf: 0x800,
  overflow: 0x4000,
  ignored: 0x8000,
} as const;

const EXCLUDE_UNLINKED = 0x4000000;
const ONLY_FOLDERS = 0x1000000;
const MASK =
  IN.modify |
  IN.attrib |
  IN.closeWrite |
  IN.movedFrom |
  IN.movedTo |
  IN.create |
  IN.delete |
  IN.deleteSelf |
  IN.moveSelf |
  EXCLUDE_UNLINKED |
  ONLY_FOLDERS;

const NONBLOCK_CLOEXEC = 0x80800;
const ENOSPC = 28;
const ENOMEM = 12;

/** Size of an event without its name, bytes. */
const HEADER = 16;
/** Size of one event with the longest possible name, bytes. */
const LARGEST = HEADER + 256;
const BUFFER = 64 * 1024;

const LIBRARIES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`];

type Calls = ReturnType<typeof load>;

/** An inotify queue, or why there is none. */
export function openInotify(): Inotify | string {
  for (const library of LIBRARIES) {
    let calls: Calls;
    try {
      calls = load(library);
    } catch {
      continue;
    }
    const descriptor = calls.inotify_init1(NONBLOCK_CLOEXEC);
    return descriptor < 0 ? 'no more inotify instances may be opened' : new Inotify(calls, descriptor);
  }
  return 'the C library was not found';
}

/**
 * The kernel puts an event into the queue before the call that caused it returns. So reading the
 * queue until it is empty gives every earlier change in all watched folders: no thread is needed,
 * and no cookie file as a fence.
 */
export class Inotify {
  readonly #buffer = Buffer.alloc(BUFFER);

  constructor(
    private readonly calls: Calls,
    private readonly descriptor: number,
  ) {}

  /** Symbolic links are followed. The same folder has the same watch, under any path. */
  add(folder: string): Added {
    const watch = this.calls.inotify_add_watch(this.descriptor, Buffer.from(`${folder}\0`), MASK);
    if (watch >= 0) return { kind: 'watched', watch };
    const error = errno(this.calls);
    return { kind: error === ENOSPC || error === ENOMEM ? 'refused' : 'absent' };
  }

  remove(watch: number): void {
    this.calls.inotify_rm_watch(this.descriptor, watch);
  }

  /** All events queued until now. */
  *read(): Generator<InotifyEvent, void> {
    for (;;) {
      const length = this.calls.read(this.descriptor, this.#buffer, BUFFER);
      for (let at = 0; at < length;) {
        const nameLength = this.#buffer.readUInt32LE(at + 12);
        const end = at + HEADER + nameLength;
        yield {
          watch: this.#buffer.readInt32LE(at),
          mask: this.#buffer.readUInt32LE(at + 4),
          name: this.#name(at + HEADER, end),
        };
        at = end;
      }
      // The queue was empty then: events that a busy writer adds meanwhile wait for the next read.
      if (length < BUFFER - LARGEST) return;
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }

  /** The kernel pads the name with zeros. */
  #name(start: number, end: number): string {
    if (start === end) return '';
    const zero = this.#buffer.indexOf(0, start);
    return this.#buffer.toString('utf8', start, zero < 0 || zero > end ? end : zero);
  }
}

function load(library: string) {
  return dlopen(library, {
    inotify_init1: { args: ['i32'], returns: 'i32' },
    inotify_add_watch: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
    inotify_rm_watch: { args: ['i32', 'i32'], returns: 'i32' },
    read: { args: ['i32', 'ptr', 'u64'], returns: 'i32' },
    __errno_location: { args: [], returns: 'ptr' },
  }).symbols;
}

function errno(calls: Calls): number {
  const location = calls.__errno_location();
  return location === null ? 0 : memory.i32(location);
}
