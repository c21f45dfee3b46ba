const STAR = Symbol('any number of characters');
const ANY = Symbol('any character');
const FOLDERS = Symbol('any number of folders');

interface Characters {
  readonly isNegated: boolean;
  readonly ranges: readonly Range[];
}

type Range = readonly [from: string, to: string];
/** A string is one character, or a whole name without wildcards. */
type Part = string | typeof ANY | typeof STAR | Characters;
type Name = typeof FOLDERS | readonly Part[];

/** A path with wildcards, by its names: `*`, `?` and `[a-z]` stay in one, `**` is any number of folders. */
export type PathGlob = readonly Name[];

const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  alpha: [
    ['a', 'z'],
    ['A', 'Z'],
  ],
  digit: [['0', '9']],
  alnum: [
    ['a', 'z'],
    ['A', 'Z'],
    ['0', '9'],
  ],
  lower: [['a', 'z']],
  upper: [['A', 'Z']],
  space: [
    [' ', ' '],
    ['\t', '\r'],
  ],
};

/** As git reads a pattern. A backslash makes the next character an ordinary one. */
export function pathGlob(pattern: string): PathGlob {
  const names = pattern.split('/').filter((name) => name !== '');
  return names.flatMap((name, index): Name[] => {
    if (name !== '**') return [partsOf(name)];
    // At the end: all that is in the folder, and not the folder itself.
    return index === names.length - 1 ? [FOLDERS, [STAR]] : [FOLDERS];
  });
}

/** As compilers read a pattern: nothing but `**`, `*` and `?` has a meaning. */
export function plainGlob(names: readonly string[]): PathGlob {
  return names.map((name) => (name === '**' ? FOLDERS : partsOf(name.replace(/[[\\]/g, String.raw`\$&`))));
}

/**
 * Whether the path fits. The time grows with the lengths alone, where a regular expression would try all
 * ways to match.
 *
 * @param names of the path
 */
export function fitsGlob(names: readonly string[], glob: PathGlob): boolean {
  return fits(names, glob, isFolders, fitsName);
}

/** The path fits, or a folder that it is in. */
export function isInGlob(names: readonly string[], glob: PathGlob): boolean {
  return names.some((_, index) => fitsGlob(names.slice(0, index + 1), glob));
}

/** The names that the path begins with before the first wildcard. */
export function literalStart(glob: PathGlob): string[] {
  const names: string[] = [];
  for (const name of glob) {
    const [only, ...more] = isFolders(name) ? [] : name;
    if (typeof only !== 'string' || more.length > 0) break;
    names.push(only);
  }
  return names;
}

function isFolders(name: Name): name is typeof FOLDERS {
  return name === FOLDERS;
}

function fitsName(name: string, parts: Name): boolean {
  if (isFolders(parts)) return false;
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'string') return only === name;
  return fits(name, parts, (part) => part === STAR, fitsCharacter);
}

function fitsCharacter(character: string, part: Part): boolean {
  if (typeof part === 'string') return part === character;
  if (typeof part === 'symbol') return part === ANY;
  return part.ranges.some(([from, to]) => from <= character && character <= to) !== part.isNegated;
}

/** Only the last star that was passed is tried again: what came before it has the shortest fit already. */
function fits<Item, Part>(
  items: ArrayLike<Item>,
  parts: readonly Part[],
  isStar: (part: Part) => boolean,
  fitsOne: (item: Item, part: Part) => boolean,
): boolean {
  let [at, next] = [0, 0];
  let star: { readonly part: number; item: number } | undefined;
  while (at < items.length) {
    const [item, part] = [items[at], parts[next]];
    if (part !== undefined && isStar(part)) star = { part: next++, item: at };
    else if (item !== undefined && part !== undefined && fitsOne(item, part)) [at, next] = [at + 1, next + 1];
    else if (star === undefined) return false;
    else [at, next] = [++star.item, star.part + 1];
  }
  return parts.slice(next).every(isStar);
}

function partsOf(name: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < name.length; at++) {
    const character = name.charAt(at);
    const set = character === '[' ? charactersAt(name, at) : undefined;
    if (set !== undefined) {
      parts.push(set.characters);
      at = set.end;
    } else if (character === '*') parts.push(STAR);
    else if (character === '?') parts.push(ANY);
    else parts.push(character === '\\' ? name.charAt(++at) : character);
  }
  const characters = parts.filter((part) => typeof part === 'string');
  return characters.length === parts.length ? [characters.join('')] : parts;
}

const SET = /\[([!^]?)(\]?(?:\[:\w{1,8}:\]|\\.|[^\]\\])*)\]/y;
const IN_SET = /\[:(\w{1,8}):\]|(?:\\(.)|([^\\]))(?:-(?:\\(.)|([^\]\\])))?/g;

function charactersAt(
  name: string,
  at: number,
): { readonly characters: Characters; readonly end: number } | undefined {
  SET.lastIndex = at;
  const found = SET.exec(name);
  if (found === null) return undefined;
  const ranges = [...(found[2] ?? '').matchAll(IN_SET)].flatMap(
    ([, named, escaped, plain, escapedEnd, plainEnd]): readonly Range[] => {
      if (named !== undefined) return CLASSES[named] ?? [];
      const from = escaped ?? plain ?? '';
      return [[from, escapedEnd ?? plainEnd ?? from]];
    },
  );
  return { characters: { isNegated: found[1] !== '', ranges }, end: SET.lastIndex - 1 };
}
