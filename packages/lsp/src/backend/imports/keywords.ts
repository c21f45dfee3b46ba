/** Words that do not name what a line is about. */
export interface Keywords {
  /** Never names. */
  readonly reserved: ReadonlySet<string>;
  /** Names where they are declared, called or looked up: `string(`, `type:`, `.of`. */
  readonly contextual: ReadonlySet<string>;
}

/** Whether the word from `start` to `end` of `line` is a name. */
export function isName(
  line: string,
  start: number,
  end: number,
  { reserved, contextual }: Keywords,
): boolean {
  const word = line.slice(start, end);
  const isMember = line[start - 1] === '.' && line[start - 2] !== '.';
  if (isMember) return true;
  if (reserved.has(word)) return false;
  return !contextual.has(word) || DECLARED.test(line.slice(end, end + 4));
}

const DECLARED = /^\s?\??[(:]/;

/** Splits a list at white space. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
