/**
 * The sidecar's log: lines on stderr, which the host drains into its DebugLogger (REQ-OBS-010). stdout belongs to the wire.
 *
 * Never the text of a file.
 */
export type Log = (line: string) => void;

export const stderrLog: Log = (line) => {
  process.stderr.write(`${line}\n`);
};
