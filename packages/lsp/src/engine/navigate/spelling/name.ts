import { operatorIn, withoutSignature } from '../../../backend/symbols/signature.ts';

/** A name as a model writes it: `total`, `Cart.total`, `shop::Cart::total()`, `Cart/total[1]`. */
export interface WantedName {
  /** The whole name, without call parentheses. */
  readonly whole: string;
  /** Its last part, which is in the text at the declaration. */
  readonly last: string;
  /** The enclosing symbols in the name, outermost first. */
  readonly qualifiers: readonly string[];
  /** Which of several declarations in one place is meant, from 0. */
  readonly index?: number;
  /** It was qualified by its package alone. */
  readonly isOutermost?: boolean;
  /** Nothing holds the first of its names but a file, a namespace or a package: `/Cart.total`. */
  readonly isRooted?: boolean;
}

const PART = String.raw`[\p{ID_Continue}$]`;
/** `#` parts names between two of them only: in front of a name it belongs to it, as `r#` does. */
const HASH = `(?<=${PART})(?<!(?<!${PART})r)#(?=${PART})`;
const SEPARATORS = String.raw`::?|->|[.\\]|${HASH}`;
const SEPARATOR = new RegExp(SEPARATORS, 'u');
/** In what a model writes, paths of names have slashes, too. Quoted names may hold anything. */
const IN_A_QUERY = new RegExp(String.raw`(${'`[^`]*`'}|"[^"]*"|'[^']*')|${SEPARATORS}|\/`, 'u');

/** What paths of names may begin with. */
const ROOTED = /^(?:\/|::|\\)(?=[^/:\\])/;

const QUOTED = /^\s*([`"'])(.+)\1\s*$/u;

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** @returns undefined where the text contains no name */
export function parseName(given: string): WantedName | undefined {
  const { name, index } = indexed(given.trim());
  const operator = operatorIn(name);
  const whole = operator === undefined ? name.replace(/\(\)$/, '') : name;
  const head = operator === undefined ? whole : whole.slice(0, operator.start);
  const parts = [
    ...head.split(IN_A_QUERY).map((part: string | undefined) => part ?? ''),
    ...(operator === undefined ? [] : [operator.name]),
  ]
    .map(bare)
    .filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  const rooted = ROOTED.exec(whole)?.[0];
  return {
    whole: rooted === undefined ? whole : whole.slice(rooted.length),
    last,
    ...(rooted === '/' && { isRooted: true }),
    // `crate` may begin every path in Rust, and names nothing.
    qualifiers: parts
      .slice(0, -1)
      .flatMap(ownersIn)
      .filter((part) => part !== 'crate'),
    ...(index !== undefined && { index }),
  };
}

/** A name without what its language writes around it: `r#type`, `` `when` ``, `'my-key'`. */
export function bare(name: string): string {
  return QUOTED.exec(name)?.[2] ?? name.replace(/^(?:r#|@)(?=[\p{ID_Start}_])/u, '');
}

/** As it was given. */
export function spelled({ whole, index }: Pick<WantedName, 'whole' | 'index'>): string {
  return index === undefined ? whole : `${whole}[${index}]`;
}

/** `getName[1]`: the second one of that name. */
function indexed(given: string): { readonly name: string; readonly index?: number } {
  const [, name, digits] = /^(.*[^\s.:/\\])\[(\d{1,4})\]$/su.exec(given) ?? [];
  return name === undefined ? { name: given } : { name, index: Number(digits) };
}

/** The names in a qualifier: `(*Cart)`, `Cart<T>`, `impl Sum for Cart`, `<Cart as Sum>`. */
function ownersIn(qualifier: string): string[] {
  const plain = qualifier.replace(/<[^<>]*>/g, '');
  // `<Cart as Sum>`
  if (plain.trim() === '') return identifiersIn(qualifier).filter((name) => name !== 'as');
  const names = identifiersIn(plain);
  return names.length === 0 || /^[\p{ID_Continue}$-]+$/u.test(plain) ? [plain] : names;
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
  const parts = partsOf(name);
  if (!isSpelled(last, parts.at(-1) ?? '')) return false;
  if (qualifiers.length === 0) return true;
  const owners = new Set([...parts.slice(0, -1), ...around()].flatMap(namesIn));
  return qualifiers.every((qualifier) => owners.has(qualifier));
}

/** Composed or not, and with the dollar sign that some languages write before variables, or without. */
export function isSpelled(wanted: string, name: string): boolean {
  const [given, own] = [wanted.normalize(), name.normalize()];
  return given === own || own === `$${given}`;
}

/** The parts of a name that a server reports, the last of them without what is around it. */
export function partsOf(name: string): string[] {
  if (QUOTED.test(name)) return [bare(name)];
  const label = withoutSignature(name);
  const operator = operatorIn(label);
  const head = operator === undefined ? label : label.slice(0, operator.start);
  const parts = [...head.split(SEPARATOR), ...(operator === undefined ? [] : [operator.name])];
  return parts.map(bare);
}

/** Those of an owner, and the whole of it: a folder's name may have a dash. */
function namesIn(owner: string): string[] {
  return [owner, ...identifiersIn(owner)];
}

/** The identifiers in a text. */
export function identifiersIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** The names in a file's path: in many languages the path names a package or a module. */
export function wordsOfPath(path: string): string[] {
  return path.split('/').map((segment) => segment.replace(/(?<=.)\.[^.]*$/, ''));
}
