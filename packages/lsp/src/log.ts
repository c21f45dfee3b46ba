/**
 * The sidecar's log: lines on stderr, which the host drains into its DebugLogger (REQ-OBS-010). stdout belongs to the wire.
 *
 * Never the text of a file.
 */
export type Log = (line: string) => void;

let sink: ReturnType<typeof Bun.stderr.writer> | undefined;

/** Through Bun's own writer: process.stderr takes longer to set up than the whole rest of the process. */
export const stderrLog: Log = (line) => {
  sink ??= Bun.stderr.writer();
  void sink.write(`${line}\n`);
  void sink.flush();
};
