/** A name that files of other languages say, where its server does not see it: a class of a stylesheet. */
export interface SharedName {
  readonly name: string;
  /** A file without any of these does not say it. */
  readonly words: readonly string[];
  /** Of the files that may. */
  readonly endings: readonly string[];
  /** Its own file may say it where the server does not see it, either. */
  readonly isSaidInOwn: boolean;
  /** Where a file says it first, as far as the text tells; undefined where it does not. */
  saidAt(text: string, path: string): number | undefined;
}
