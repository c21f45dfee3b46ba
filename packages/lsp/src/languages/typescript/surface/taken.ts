import type { Taken } from '../../../backend/imports/imports.ts';

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
/** Behind it, in a declaration, the module is named. */
const FROM = /(?<![\p{ID_Continue}$])from\s*$/u;
const KEYWORD = /(?<![\p{ID_Continue}$.])(import|export)(?![\p{ID_Continue}$])/gu;
const PIECES = new RegExp(String.raw`${NAME}|\S`, 'gu');
const ITEM = new RegExp(String.raw`^(?:type\s+)?(${NAME})(?:\s+as\s+(${NAME}))?$`, 'u');
const IS_NAME = new RegExp(`^${NAME}$`, 'u');
/** `import './a'` */
const LOADS = /(?<![\p{ID_Continue}$.])import\s*$/u;
/** UTF-16 code units: no declaration is longer. */
const LONGEST = 20_000;

/** `all`: the name for all that the module exports, empty where these names go on; undefined: in doubt. */
type Clause =
  { readonly names: readonly (readonly [string, ...string[]])[]; readonly all?: string } | undefined;

/**
 * What declarations like `import { a as b } from './a'` bring. A module that is loaded in another way, or
 * that stands for all that it exports, is taken whole.
 */
export function takenFromModule(text: string, specifiers: readonly string[]): Taken | 'whole' {
  const names = new Map<string, string[]>();
  let isAny = false;
  let isStar = false;
  let places = 0;
  for (const specifier of specifiers) {
    for (const start of placesOf(text, specifier)) {
      places += 1;
      const before = text.slice(Math.max(0, start - LONGEST), start);
      if (LOADS.test(before)) continue;
      const clause = clauseOf(before);
      if (clause === undefined) return 'whole';
      for (const [name, ...said] of clause.names) names.getOrInsert(name, []).push(...said);
      if (clause.all === '') isStar = true;
      else if (clause.all !== undefined) {
        if (isSaidAlone(text, clause.all)) return 'whole';
        isAny = true;
      }
    }
  }
  return places === 0 ? 'whole' : { names, isAny, isStar };
}

/** Where it stands in quotes: the first quote. */
function placesOf(text: string, specifier: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(specifier); at >= 0; at = text.indexOf(specifier, at + 1)) {
    const quote = text[at - 1] ?? '';
    if ('"\'`'.includes(quote) && quote === text[at + specifier.length]) places.push(at - 1);
  }
  return places;
}

/** @param before the text up to the module's name */
function clauseOf(before: string): Clause {
  const from = FROM.exec(before);
  if (from === null) return undefined;
  let head = before.slice(0, from.index).trimEnd();
  const names: [string, ...string[]][] = [];
  const hasList = head.endsWith('}');
  if (hasList) {
    const open = head.lastIndexOf('{');
    if (open < 0) return undefined;
    for (const item of head.slice(open + 1, -1).split(',')) {
      if (item.trim() === '') continue;
      const [, name, local = name] = ITEM.exec(item.trim()) ?? [];
      if (name === undefined || local === undefined) return undefined;
      names.push([name, name, local]);
    }
    head = head.slice(0, open);
  }
  const keyword = [...head.matchAll(KEYWORD)].at(-1);
  if (keyword === undefined) return undefined;
  const pieces = head.slice(keyword.index + keyword[0].length).match(PIECES) ?? [];
  const isName = pieces[1] === ',' || (pieces.length === 1 && !hasList);
  if (pieces[0] === 'type' && !isName) pieces.shift();
  const shape = pieces.map((piece) => (IS_NAME.test(piece) && piece !== 'as' ? 'a' : piece)).join(' ');
  const isImport = keyword[1] === 'import';
  if (shape === '') return hasList ? { names } : undefined;
  if (shape === '*') return isImport || hasList ? undefined : { names, all: '' };
  // `export * as a` is one name for all of it.
  if (!isImport) return undefined;
  const [first = ''] = pieces;
  if (shape.startsWith('a')) names.push(['default', first]);
  if (shape === (hasList ? 'a ,' : 'a')) return { names };
  return !hasList && (shape === '* as a' || shape === 'a , * as a')
    ? { names, all: pieces.at(-1) ?? '' }
    : undefined;
}

/** Not only as `all.a`. Its import says it once. */
function isSaidAlone(text: string, name: string): boolean {
  const word = `(?<![\\p{ID_Continue}$.])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`;
  const alone = new RegExp(`${word}(?!\\s*\\??\\.\\s*[\\p{ID_Start}_$])`, 'gu');
  return [...text.matchAll(alone)].length > 1;
}
