/** How often to check whether the host still lives, ms. The end of stdin usually shows it first. */
const INTERVAL = 1000;

/**
 * Resolves when the process that started us has died: another process adopts us then, whether or
 * not some process still holds our stdin open.
 */
export function parentDeath(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, INTERVAL);
    timer.unref();
  });
}
