/**
 * Resolves at the first signal. The handlers stay: a second signal must not cut short the shutdown
 * that the first one began.
 */
export function terminated(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        resolve();
      });
    }
  });
}
