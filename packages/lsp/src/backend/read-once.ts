/**
 * What a process reads once: when it starts, or when it is asked first. A change there makes the
 * process stale for good.
 */
export interface ReadOnce {
  /** Absolute, there or not. */
  readonly files: Iterable<string>;
  /** Any change of another file like this one makes it stale as well: of installed packages, say. */
  mayRead?(path: string): boolean;
  /** Whether it has looked for such a file, though no change of its text makes it stale. */
  isAmong?(path: string): boolean;
  /** What of that is there now and was not when the process started, or the other way round; absolute. */
  moved?(): readonly string[];
  /**
   * It reads this one of `files` again by itself, and with it what the file newly names.
   *
   * @param isWatched it has asked to be notified of such a change
   */
  readsAgain?(path: string, isWatched: boolean): boolean;
}
