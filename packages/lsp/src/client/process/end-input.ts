/** Ends the stdin of a process, if it still runs. */
export function endInput(stdin: Bun.FileSink): void {
  try {
    void Promise.resolve(stdin.end()).catch(() => undefined);
  } catch {
    // The process has already exited.
  }
}
