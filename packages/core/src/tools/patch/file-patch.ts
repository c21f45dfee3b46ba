/** What a patch asks for, whichever format it came in. Paths are as the patch has them. */
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
  /** None for a file that is only moved, or whose mode changes. */
  readonly hunks: readonly Hunk[];
  readonly executable?: boolean;
}

export interface DeleteFile {
  readonly kind: 'delete';
  readonly path: string;
  /** A unified diff quotes what it deletes: then nothing else may be in the file. */
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  readonly lines: readonly HunkLine[];
  readonly place: Place;
  /** Its last old line is the file's last line. */
  readonly atEnd: boolean;
  /** Whether the file ends with a line ending afterwards, where the hunk says so; otherwise that stays as it is. */
  readonly finalNewline?: boolean;
}

export interface HunkLine {
  readonly op: ' ' | '+' | '-';
  /** Without its line ending. */
  readonly text: string;
  /** It stands in the patch with a carriage return before its line break. */
  readonly crlf?: true;
}

/** @param quoted as the patch has it behind its first character */
export function hunkLine(op: HunkLine['op'], quoted: string): HunkLine {
  return quoted.endsWith('\r') ? { op, text: quoted.slice(0, -1), crlf: true } : { op, text: quoted };
}

/** Where a hunk is looked for, never above the end of the one before it. */
export type Place =
  /** The first match below these lines, each looked for below the one before. None: below the last hunk. */
  | { readonly kind: 'below'; readonly headers: readonly string[] }
  /** The match nearest to this index, 0-based, shifted by what the hunks before it have turned out to be off by. */
  | { readonly kind: 'near'; readonly index: number };
