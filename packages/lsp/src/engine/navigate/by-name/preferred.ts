import { identifiersIn, partsOf, type WantedName } from '../spelling/name.ts';

interface Declared {
  readonly name: string;
  readonly kind: number;
  /** The symbol that directly holds it. */
  readonly containerName?: string;
}

/** LSP's SymbolKinds of types, and of what makes one of them. */
const TYPES: readonly number[] = [5, 10, 11, 23];
const CONSTRUCTOR = 9;

/**
 * Of the declarations that fit a name those that it most likely means, in their order: the members
 * of exactly what is named rather than those that implement it (`trait Greeter` before `impl Greeter
 * for Dog`), a type rather than its own constructors, and of overloads the one that was counted.
 *
 * @param placeOf declarations of one place are counted together
 */
export function preferred<T extends Declared>(
  { whole, last, qualifiers, index, isOutermost = false, isRooted = false }: WantedName,
  declared: readonly T[],
  placeOf: (one: T) => string,
): T[] {
  const owner = qualifiers.at(-1);
  const spelled = declared.filter(({ name }) => partsOf(name).at(-1) === last);
  const asNamed = spelled.length > 0 ? spelled : declared;
  // A component has styles, too: `sum` is no `.sum`.
  const code = isStyle(whole) ? [] : asNamed.filter(({ name }) => !isStyle(name));
  const plain = code.length > 0 ? code : asNamed;
  const exact = plain.filter((one) => owner !== undefined && holderOf(one) === owner);
  // Of a file's or a package's names, those that nothing else holds: `shop.cart.price` is no method.
  const isOfFile = owner !== undefined || isOutermost || isRooted;
  const outermost = isOfFile && exact.length === 0 ? plain.filter((one) => !isHeld(one)) : [];
  const owned = [exact, outermost, plain].find((some) => some.length > 0) ?? [];
  const isType = owner !== last && owned.some(({ kind }) => TYPES.includes(kind));
  const named = isType ? owned.filter(({ kind }) => kind !== CONSTRUCTOR) : [...owned];
  if (index === undefined) return named;
  const places = Map.groupBy(named, (one) => JSON.stringify([placeOf(one), one.containerName ?? '']));
  return [...places.values()].flatMap((same) => same[index] ?? []);
}

/** A class of a style sheet. */
function isStyle(name: string): boolean {
  return /^\s*\./.test(name);
}

/** Something holds it that is no file. Quirk(gopls): its package does, by its path: `example.com/shop`. */
export function isHeld({ name, containerName }: Pick<Declared, 'name' | 'containerName'>): boolean {
  return partsOf(name).length > 1 || containerName?.includes('/') === false;
}

/** The one name of what holds it; undefined where that has more than one: `impl Sum for Cart`. */
function holderOf({ name, containerName }: Declared): string | undefined {
  const [own] = partsOf(name).slice(-2, -1);
  const holder = own ?? (containerName === undefined ? undefined : partsOf(containerName).at(-1));
  const names = identifiersIn((holder ?? '').replace(/<[^<>]*>/g, '').replace(/^impl\s+/, ''));
  return names.length === 1 ? names[0] : undefined;
}
