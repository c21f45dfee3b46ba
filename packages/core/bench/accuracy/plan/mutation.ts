/** What is done to a code base; every language has sites for each that it names. */
export type Kind =
  | 'rename an export'
  | 'change a type'
  | 'delete a parameter'
  | 'break syntax'
  | 'unused import'
  | 'delete a function'
  | 'change a literal'
  | 'misspell a member'
  | 'drop a clone'
  | 'move a file';

/** One change of a code base. Files and offsets are those of the code base as it was fetched, whatever else has been changed since. */
export type Mutation = TextMutation | Move;

export interface TextMutation {
  readonly kind: Exclude<Kind, 'move a file'>;
  readonly file: string;
  /** In UTF-16 code units; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

export interface Move {
  readonly kind: 'move a file';
  readonly file: string;
  readonly to: string;
}

/** Where a text can be changed. */
export type Site = Pick<TextMutation, 'start' | 'end' | 'put'>;

/** One way to change a text, and all the places for it. */
export interface Mutator {
  readonly kind: TextMutation['kind'];
  readonly sites: (text: string) => Site[];
}

/** Two changes of one place cannot be mended one by one. */
export function collide(one: Mutation, other: Mutation): boolean {
  if (one.file !== other.file) return false;
  if (one.kind === 'move a file' || other.kind === 'move a file') return one.kind === other.kind;
  return one.start <= other.end && other.start <= one.end;
}
