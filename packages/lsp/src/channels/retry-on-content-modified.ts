/**
 * Asks again for as long as the file is overtaken. What its old text told, such as where a name stands in it, may not hold any more, so all of it is
 * found out anew.
 */
export async function retryOnContentModified<T extends { readonly kind: string; readonly why?: string }>(ask: () => Promise<T>, cancel: AbortSignal): Promise<T> {
  let outcome = await ask();
  while (outcome.why === 'overtaken' && !cancel.aborted) outcome = await ask();
  return outcome;
}
