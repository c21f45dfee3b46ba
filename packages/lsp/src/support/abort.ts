/** Calls back when the signal aborts, at once if it has; not any more once this is disposed of. */
export function onAbort(signal: AbortSignal, callback: () => void): Disposable {
  if (signal.aborted) callback();
  signal.addEventListener('abort', callback);
  return {
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', callback);
    },
  };
}

/** A function, because TypeScript keeps the type that `aborted` had before an await. */
export function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}
