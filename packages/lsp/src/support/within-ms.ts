/** True if the promise settled in time. */
export async function withinMs(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => {
    late.resolve(false);
  }, ms);
  try {
    return await Promise.race([promise.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
