export type Waited<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'gave-up' };

/**
 * Waits for a promise, but not past `signal`. The work behind the promise goes on, and whether it
 * fails later does not matter.
 */
export function waitFor<T>(promise: Promise<T>, signal: AbortSignal): Promise<Waited<T>> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      resolve({ kind: 'gave-up' });
    };
    if (signal.aborted) {
      promise.catch(() => undefined);
      giveUp();
      return;
    }
    signal.addEventListener('abort', giveUp);
    promise
      .then((value) => {
        resolve({ kind: 'done', value });
      }, reject)
      .finally(() => {
        signal.removeEventListener('abort', giveUp);
      });
  });
}
