import { byteWriter } from './byte-writer.ts';
import { recorder } from './trace/recorder.ts';

/**
 * The sidecar's log: lines on stderr, which the host drains into its DebugLogger (REQ-OBS-010). stdout belongs to the wire.
 *
 * Never the text of a file.
 */
export type Log = (line: string) => void;

let write: ((text: string) => void) | undefined;

/** Through Bun's own writer: process.stderr takes longer to set up than the whole rest of the process. A host that is gone reads it no more. */
export const stderrLog: Log = (line) => {
  recorder()?.log(line);
  write ??= byteWriter(Bun.stderr.writer());
  write(`${line}\n`);
};
