/**
 * What a process reads once: when it starts, or when it is asked first. A change there makes the
 * process stale for good, unless the server has asked to be notified of it.
 */
export interface ReadOnce {
  /** Absolute, there or not. */
  readonly files: Iterable<string>;
  /** Any change of another file like this one makes it stale as well: of installed packages, say. */
  mayRead?(path: string): boolean;
}
