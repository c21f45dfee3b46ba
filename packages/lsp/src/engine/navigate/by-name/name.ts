import { withoutSignature } from '../../../backend/symbols/signature.ts';

/** A name as a model writes it: `total`, `Cart.total`, `shop::Cart::total()`. */
export interface WantedName {
  /** The whole name, without call parentheses. */
  readonly whole: string;
  /** Its last part, which is in the text at the declaration. */
  readonly last: string;
  /** The enclosing symbols in the name, outermost first. */
  readonly qualifiers: readonly string[];
}

/** `#` is a separator only between two names. In front of a name it belongs to the name. */
const SEPARATOR = /::?|->|[.\\]|(?<=[\p{ID_Continue}$])#(?=[\p{ID_Continue}$])/u;

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** @returns undefined where the text contains no name */
export function parseName(given: string): WantedName | undefined {
  const whole = given.trim().replace(/\(\)$/, '');
  const parts = whole.split(SEPARATOR).filter((part) => part !== '');
  const last = parts.at(-1);
  // `crate` may begin every path in Rust, and names nothing.
  return last === undefined
    ? undefined
    : { whole, last, qualifiers: parts.slice(0, -1).filter((part) => part !== 'crate') };
}

/**
 * Whether a symbol is the wanted one. Servers spell names in different ways: `total`, `total(int)`,
 * `(*Cart).total`, each in a `Cart` or an `impl Add for Cart`.
 *
 * @param name as the server reports it
 * @param around the names of the enclosing symbols
 */
export function fits(
  { whole, last, qualifiers }: WantedName,
  name: string,
  around: () => readonly string[],
): boolean {
  if (name === whole) return true;
  const parts = withoutSignature(name).split(SEPARATOR);
  if (parts.at(-1) !== last) return false;
  if (qualifiers.length === 0) return true;
  const owners = new Set([...parts.slice(0, -1), ...around()].flatMap(wordsOf));
  return qualifiers.every((qualifier) => owners.has(qualifier));
}

/** The identifiers in a text. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** The names in a file's path: in many languages the path names a package or a module. */
export function wordsOfPath(path: string): string[] {
  return path.split('/').map((segment) => segment.replace(/(?<=.)\.[^.]*$/, ''));
}
