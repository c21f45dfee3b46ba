import { closeSync, constants, createWriteStream, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

/** A pipe whose writing end belongs to this process alone: the runtime closes a child's own pipes when that child ends. */
export interface HeldPipe {
  /** For the stdio of a child. */
  readonly readEnd: number;
  readonly writer: Writable;
  /** Once the child has its own. */
  closeReadEnd(): void;
}

export function heldPipe(): HeldPipe {
  const folder = mkdtempSync(join(tmpdir(), 'lsp-pipe-'));
  const path = join(folder, 'fifo');
  Bun.spawnSync(['mkfifo', path]);
  // Without O_NONBLOCK each end waits for the other to be opened.
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = createWriteStream('', { fd: openSync(path, constants.O_WRONLY) });
  rmSync(folder, { recursive: true });
  return {
    readEnd,
    writer,
    closeReadEnd: () => {
      closeSync(readEnd);
    },
  };
}
