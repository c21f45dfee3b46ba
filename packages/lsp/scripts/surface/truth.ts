export interface Change {
  /** Absolute, as all paths here. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** No other file can tell: it declares the same. */
  readonly isInside: boolean;
  /** Nearest first. */
  readonly dependents: readonly string[];
}

/** A checker that is kept warm, and that says what it sees of a change in other files. */
export interface Truth {
  /** The files on disk are others now. */
  moved(paths: readonly string[]): void;
  /** What differs; undefined where it does not judge the file. */
  judge(change: Change): Promise<string[] | undefined>;
  close(): Promise<void>;
}
