/** One object for each key, made on first use. It is released with the key. */
export function perKey<K extends object, T extends object>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>();
  return (key) => made.getOrInsertComputed(key, make);
}
