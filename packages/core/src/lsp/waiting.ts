/**
 * Waits for `work` until `signal` aborts. `work` goes on after that.
 *
 * @returns undefined after an abort
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
  if (signal?.aborted === true) return undefined;
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * The same for `ms`. The timer keeps the process running: its host may have nothing else to wait
 * for.
 */
export async function forAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    await unlessAborted(work, controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
