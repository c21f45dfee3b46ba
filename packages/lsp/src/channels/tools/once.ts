/** Computes at the first call, and returns the same value from then on. */
export function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
