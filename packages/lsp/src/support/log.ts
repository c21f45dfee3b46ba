import { byteWriter } from './byte-writer.ts';

/**
 * The sidecar's log: lines on stderr, which the host drains into its DebugLogger (REQ-OBS-010).
 * stdout belongs to the wire.
 *
 * It never holds the text of a file.
 */
export type Log = (line: string) => void;

/** A second reader of the log, such as the flight recorder. */
let copy: Log | undefined;

export function copyLog(to: Log | undefined): void {
  copy = to;
}

let write: ((text: string) => void) | undefined;

/**
 * How much unread log is kept for a reader that starts later, UTF-16 code units; the rest is lost.
 */
const UNREAD = 1024 * 1024;

/**
 * Through Bun's own writer: process.stderr takes longer to set up than the whole rest of the
 * process. A host that has ended reads it no more.
 */
export const stderrLog: Log = (line) => {
  copy?.(line);
  write ??= byteWriter(Bun.stderr.writer(), { limit: UNREAD });
  write(`${line}\n`);
};
