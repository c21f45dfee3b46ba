/** The two kinds of pipe end that Bun returns: a child's stdin, and our own output. */
interface Sink {
  write(chunk: string): number | Promise<number>;
  flush(): number | Promise<number>;
}

export interface WriterOptions {
  /**
   * How much may wait for a reader that does not read, UTF-16 code units. What is more than that is
   * not written. Default: no limit.
   */
  readonly limit?: number;
  /** Called when something was not written. */
  readonly overflow?: () => void;
  /**
   * Called when nothing can be written any more: the reader has closed its end, or the system
   * denies it.
   */
  readonly hungUp?: (error: unknown) => void;
}

/**
 * A writer that never throws and never rejects. A reader that went away is noticed by the end of
 * its other pipe, by its exit, or by `hungUp`.
 *
 * Bun's sinks buffer what the pipe does not take, so a peer that does not read costs memory, not
 * time.
 */
export function byteWriter(
  sink: Sink,
  { limit = Infinity, overflow, hungUp }: WriterOptions = {},
): (text: string) => void {
  let waiting = 0;
  const failed = (error: unknown): void => hungUp?.(error);
  const follow = (pending: number | Promise<number>, length: number): void => {
    if (typeof pending === 'number') return;
    waiting += length;
    // All waiting text is written at once.
    pending.then(() => {
      waiting = 0;
    }, failed);
  };
  return (text) => {
    if (waiting > 0 && waiting + text.length > limit) {
      overflow?.();
      return;
    }
    try {
      follow(sink.write(text), text.length);
      follow(sink.flush(), 0);
    } catch (error) {
      failed(error);
    }
  };
}
