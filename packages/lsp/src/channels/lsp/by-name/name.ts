/** A name as somebody writes it: `total`, `Cart.total`, `shop::Cart::total()`. */
export interface WantedName {
  /** All of it, without what makes it a call. */
  readonly whole: string;
  /** Its last part: what stands in the text where the symbol is declared. */
  readonly last: string;
  /** What it says the symbol is in, outermost first. */
  readonly qualifiers: readonly string[];
}

/** `#` is a separator only between two names: in front of one it belongs to it. */
const SEPARATOR = /::?|->|[.\\]|(?<=[\p{ID_Continue}$])#(?=[\p{ID_Continue}$])/u;

/** What some servers write after a name: type parameters, parameters. */
const SIGNATURE = /(?<=[\p{ID_Continue}$])\s*(?:<.*>)?(?:\(.*\))?$/su;

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** @returns undefined where nothing is named */
export function parseName(given: string): WantedName | undefined {
  const whole = given.trim().replace(/\(\)$/, '');
  const parts = whole.split(SEPARATOR).filter((part) => part !== '');
  const last = parts.at(-1);
  // `crate` is where every path in Rust may begin, and the name of nothing.
  return last === undefined ? undefined : { whole, last, qualifiers: parts.slice(0, -1).filter((part) => part !== 'crate') };
}

/**
 * Whether a symbol is the one that is wanted. Servers put names in different ways: `total`, `total(int)`, `(*Cart).total`, each in a `Cart` or an
 * `impl Add for Cart`.
 *
 * @param name as the server has it
 * @param around the names of whatever it is in
 */
export function fits({ whole, last, qualifiers }: WantedName, name: string, around: () => readonly string[]): boolean {
  if (name === whole) return true;
  const parts = name.replace(SIGNATURE, '').split(SEPARATOR);
  if (parts.at(-1) !== last) return false;
  if (qualifiers.length === 0) return true;
  const owners = new Set([...parts.slice(0, -1), ...around()].flatMap(wordsOf));
  return qualifiers.every((qualifier) => owners.has(qualifier));
}

/** The identifiers in a text. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** What a file's path says about what is in it: in many languages it is the name of a package or a module. */
export function wordsOfPath(path: string): string[] {
  return path.split('/').map((segment) => segment.replace(/(?<=.)\.[^.]*$/, ''));
}
