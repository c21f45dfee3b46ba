/** A file of a host, and what belongs into it. */
export interface Target {
  /** Absolute. */
  readonly path: string;
  readonly content: Content;
  /** The command that takes back what the host itself may have put there. */
  readonly ownRemoval?: string;
}

export type Content =
  | { readonly kind: 'json'; readonly entries: readonly Entry[] }
  | { readonly kind: 'toml'; readonly table: TomlTable }
  /** The file is ours alone. */
  | { readonly kind: 'whole'; readonly text: string };

/** A property that is ours, or an element of a list that others share. */
export type Entry =
  | {
      readonly kind: 'property';
      readonly path: readonly string[];
      readonly value: unknown;
      /** Others may rely on it: without a receipt that says that we have put it there, it stays. */
      readonly isShared?: true;
    }
  | {
      readonly kind: 'element';
      /** Where the list is. */
      readonly path: readonly string[];
      readonly value: unknown;
      /** Recognises an element, or a hook of a group, as ours, whichever version has written it. */
      isOurs(element: unknown): boolean;
    };

/** `[parent.name]` and its keys. */
export interface TomlTable {
  readonly parent: string;
  readonly name: string;
  readonly value: Readonly<Record<string, string | readonly string[]>>;
}

/** What an installation has left in a file. */
export interface Written {
  /** The text before; undefined: there was no file. */
  readonly before: string | undefined;
  readonly written: string;
  /**
   * The text with the entries of an earlier installation, while those are replaced: a run that is
   * cut short may leave it.
   */
  readonly earlier?: string;
}

/** What can be done with the text of a file; undefined is the text of a file that does not exist. */
export interface Editor {
  /**
   * Why the entries cannot be put into the text; undefined where they can.
   *
   * @param known what an earlier installation has written: that may be replaced
   */
  conflict(text: string | undefined, known: Written | undefined): Conflict | undefined;
  /** Leaves alone what is there already. The text has no conflict. */
  add(text: string | undefined): string;
  /**
   * Takes our entries out, but for those that stood there before the installation.
   *
   * @returns undefined where nothing is left of a file that we have made
   */
  remove(text: string, known: Written): Removal;
  /** As `remove`, but what equals ours stays, with what others have added to it. */
  removeStale(text: string, known: Written): Removal;
  /** What a person would have to add. */
  byHand(): string;
}

export interface Conflict {
  /** `taken`: an entry of the same name is there. `form`: the text cannot be read, or added to. */
  readonly kind: 'taken' | 'form';
  /** For people, after the file's name. */
  readonly reason: string;
}

export type Removal =
  | { readonly kind: 'removed'; readonly text: string | undefined }
  /** The file is ours, but a person has changed it: it stays. */
  | { readonly kind: 'kept'; readonly reason: string }
  /** Our entries cannot be told from the rest. */
  | { readonly kind: 'failed'; readonly reason: string };
