/** The content of a patch, whichever format it had. Paths are as in the patch. */
export type FilePatch = AddFile | UpdateFile | DeleteFile;

export interface AddFile {
  readonly kind: 'add';
  readonly path: string;
  readonly text: string;
  readonly executable?: boolean;
}

export interface UpdateFile {
  readonly kind: 'update';
  readonly path: string;
  readonly moveTo?: string;
  /** Empty for a file that is only moved, or whose mode changes. */
  readonly hunks: readonly Hunk[];
  readonly executable?: boolean;
}

export interface DeleteFile {
  readonly kind: 'delete';
  readonly path: string;
  /** A unified diff quotes what it deletes. Then the file must contain nothing else. */
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  readonly lines: readonly HunkLine[];
  readonly place: Place;
  /** Its last old line is the file's last line. */
  readonly atEnd: boolean;
  /**
   * Whether the file ends with a line ending afterwards, if the hunk says so. Otherwise that does
   * not change.
   */
  readonly finalNewline?: boolean;
}

export interface HunkLine {
  readonly op: ' ' | '+' | '-';
  /** Without its line ending. */
  readonly text: string;
  /** In the patch, a carriage return stands before its line break. */
  readonly crlf?: true;
}

/** @param quoted the line of the patch without its first character */
export function hunkLine(op: HunkLine['op'], quoted: string): HunkLine {
  return quoted.endsWith('\r') ? { op, text: quoted.slice(0, -1), crlf: true } : { op, text: quoted };
}

/** Where a hunk is searched, never above the end of the hunk before it. */
type Place =
  /**
   * The first match below these lines, each of which is searched below the one before. Without
   * lines: below the last hunk.
   */
  | { readonly kind: 'below'; readonly headers: readonly string[] }
  /**
   * The match nearest to this 0-based index, shifted by the offset at which the last hunk was
   * found.
   */
  | { readonly kind: 'near'; readonly index: number };
