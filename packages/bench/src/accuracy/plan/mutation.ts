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
  | 'misspell a name'
  | 'change an operator'
  | 'change a declaration'
  | 'drop a clone'
  | 'change settings'
  | 'move a file'
  | 'create a file'
  | 'delete a file'
  | 'git checkout';

/**
 * What one change may hold. Files and offsets are those of the code base as it was fetched,
 * whatever else has been changed since.
 */
export type Mutation = Change | Checkout;
/** Of one file. */
export type Change = TextMutation | Move | Creation | Deletion;
/** What the tools do; the shell does everything. */
export type ToolMutation = TextMutation | Move;

export interface TextMutation {
  readonly kind: Exclude<Kind, 'move a file' | 'create a file' | 'delete a file' | 'git checkout'>;
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

export interface Creation {
  readonly kind: 'create a file';
  /** Which the code base does not have. */
  readonly file: string;
  readonly text: string;
}

export interface Deletion {
  readonly kind: 'delete a file';
  readonly file: string;
}

/** All that tells another commit from the first one. */
export interface Checkout {
  readonly kind: 'git checkout';
  /** Its branch. */
  readonly commit: string;
  readonly parts: readonly Change[];
}

/** Where a text can be changed. */
export type Site = Pick<TextMutation, 'start' | 'end' | 'put'>;

/** One way to change a text, and all the places for it. */
export interface Mutator {
  readonly kind: TextMutation['kind'];
  readonly sites: (text: string) => Site[];
}

/** Two changes of one place cannot be mended one by one; and git refuses to check out what is changed. */
export function collide(one: Mutation, other: Mutation): boolean {
  if (one.kind === 'git checkout' || other.kind === 'git checkout') {
    const files = touchedBy(one);
    return touchedBy(other).some((file) => files.includes(file));
  }
  if (one.file !== other.file) return false;
  if (isText(one) && isText(other)) return one.start <= other.end && other.start <= one.end;
  const kinds = [one.kind, other.kind];
  return !(kinds.includes('move a file') && (isText(one) || isText(other)));
}

/** Names before and after. */
function touchedBy(mutation: Mutation): string[] {
  if (mutation.kind === 'git checkout') return mutation.parts.flatMap(touchedBy);
  return mutation.kind === 'move a file' ? [mutation.file, mutation.to] : [mutation.file];
}

export function isText(change: Change): change is TextMutation {
  return 'put' in change;
}
