/** Bun prints the source around an uncaught error before the error itself. */
throw new TypeError('no such thing');
