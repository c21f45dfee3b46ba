/** The two kinds of pipe end that Bun hands out: a child's stdin, and what we write to ourselves. */
interface Sink {
  write(chunk: string): number | Promise<number>;
  flush(): number | Promise<number>;
}

/**
 * A writer that never throws and never rejects: a reader that went away is noticed by the end of its other pipe or by its exit.
 *
 * Bun's sinks buffer what the pipe does not take, so a peer that does not read costs memory, not time.
 */
export function byteWriter(sink: Sink): (text: string) => void {
  const ignore = (): void => undefined;
  const forgive = (pending: number | Promise<number>): void => {
    if (typeof pending !== 'number') pending.catch(ignore);
  };
  return (text) => {
    try {
      forgive(sink.write(text));
      forgive(sink.flush());
    } catch {
      ignore();
    }
  };
}
