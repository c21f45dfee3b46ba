/**
 * Asks again while the file changes during the request. Results from the old text, such as the
 * position of a name, may be invalid, so everything is computed again.
 */
export async function retryOnContentModified<T extends { readonly kind: string; readonly why?: string }>(ask: () => Promise<T>, cancel: AbortSignal): Promise<T> {
  let outcome = await ask();
  while (outcome.why === 'superseded' && !cancel.aborted) outcome = await ask();
  return outcome;
}
