/** Waits for `work` until `signal` aborts. `work` goes on after that. */
export async function unlessAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  if (signal?.aborted === true) return;
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([work, aborted]);
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
