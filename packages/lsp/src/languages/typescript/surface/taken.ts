import type { Taken } from '../../../backend/imports/imports.ts';

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
/** Behind it, in a declaration, the module is named. */
const FROM = /(?<![\p{ID_Continue}$])from$/u;
const KEYWORD = /(?<![\p{ID_Continue}$.])(import|export)(?![\p{ID_Continue}$])/gu;
const PIECES = new RegExp(String.raw`${NAME}|\S`, 'gu');
const WORD = new RegExp(NAME, 'gu');
const ITEM = new RegExp(String.raw`^(?:type\s+)?(${NAME})(?:\s+as\s+(${NAME}))?$`, 'u');
const IS_NAME = new RegExp(`^${NAME}$`, 'u');
/** `import './a'` */
const LOADS = /(?<![\p{ID_Continue}$.])import$/u;
/** UTF-16 code units: no declaration is longer, and without its list. */
const LONGEST = { all: 10_000, head: 500 } as const;
/** A file that names another one more often is not looked at. */
const MOST_PLACES = 200;

/** Undefined: in doubt. */
type Clause =
  | {
      readonly names: readonly (readonly [string, ...string[]])[];
      /** The name for all that the module exports. */
      readonly all?: string;
      readonly isStar?: true;
      readonly isExport?: true;
    }
  | undefined;

/**
 * What declarations like `import { a as b } from './a'` bring. A statement that loads a module in another
 * way, or in doubt, takes all of it: it says the module's name.
 */
export function takenFromModule(text: string, specifiers: readonly string[]): Taken | 'whole' {
  const names = new Map<string, string[]>();
  const namespaces = new Set<string>();
  const all = new Set<string>();
  let [isAny, isStar] = [false, false];
  let places = 0;
  for (const specifier of specifiers) {
    for (const start of placesOf(text, specifier)) {
      places += 1;
      const own = specifier.match(WORD)?.at(-1);
      if (places > MOST_PLACES || own === undefined) return 'whole';
      const before = text.slice(Math.max(0, start - LONGEST.all), start).trimEnd();
      if (LOADS.test(before)) continue;
      const clause = clauseOf(before);
      if (clause === undefined) {
        isAny = true;
        all.add(own);
        continue;
      }
      for (const [name, ...words] of clause.names) names.getOrInsert(name, []).push(...words);
      isStar ||= clause.isStar === true;
      if (clause.all === undefined) continue;
      if (clause.isExport === true) all.add(clause.all);
      else namespaces.add(clause.all);
    }
  }
  for (const name of saidAlone(text, namespaces)) all.add(name);
  return places === 0 ? 'whole' : { names, isAny: isAny || namespaces.size > 0, all: [...all], isStar };
}

/** Where it stands in quotes: the first quote. */
function* placesOf(text: string, specifier: string): Generator<number> {
  for (let at = text.indexOf(specifier); at >= 0; at = text.indexOf(specifier, at + 1)) {
    const quote = text[at - 1] ?? '';
    if (/["'`]/.test(quote) && quote === text[at + specifier.length]) yield at - 1;
  }
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
    const listed = listedIn(head.slice(open + 1, -1));
    if (listed === undefined) return undefined;
    names.push(...listed);
    head = head.slice(0, open);
  }
  head = head.slice(-LONGEST.head);
  const keyword = [...head.matchAll(KEYWORD)].at(-1);
  if (keyword === undefined) return undefined;
  const pieces = head.slice(keyword.index + keyword[0].length).match(PIECES) ?? [];
  const isName = pieces[1] === ',' || (pieces.length === 1 && !hasList);
  if (pieces[0] === 'type' && !isName) pieces.shift();
  const shape = pieces.map((piece) => (IS_NAME.test(piece) && piece !== 'as' ? 'a' : piece)).join(' ');
  const isImport = keyword[1] === 'import';
  if (shape === '') return hasList ? { names } : undefined;
  const [first = ''] = pieces;
  const all = pieces.at(-1) ?? '';
  if (!isImport) {
    if (hasList) return undefined;
    if (shape === '*') return { names, isStar: true };
    return shape === '* as a' ? { names, all, isExport: true } : undefined;
  }
  if (shape.startsWith('a')) names.push(['default', first]);
  if (shape === (hasList ? 'a ,' : 'a')) return { names };
  return !hasList && (shape === '* as a' || shape === 'a , * as a') ? { names, all } : undefined;
}

/** `a, type b as c`: each name, and the words that say it. */
function listedIn(list: string): [string, ...string[]][] | undefined {
  const items = list.split(',').flatMap((item) => (item.trim() === '' ? [] : item.trim()));
  const names = items.flatMap((item): [string, ...string[]][] => {
    const [, name, local = name] = ITEM.exec(item) ?? [];
    return name === undefined || local === undefined ? [] : [[name, name, local]];
  });
  return names.length === items.length ? names : undefined;
}

/** Those of them that are not only said as `all.a`. An import says each once. */
function saidAlone(text: string, names: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  if (names.size === 0) return found;
  const any = [...names].map((name) => RegExp.escape(name)).join('|');
  const alone = new RegExp(
    String.raw`(?<![\p{ID_Continue}$.])(?:${any})(?![\p{ID_Continue}$])(?!\s*\??\.\s*[\p{ID_Start}_$])`,
    'gu',
  );
  const once = new Set<string>();
  for (const [name] of text.matchAll(alone)) (once.has(name) ? found : once).add(name);
  return found;
}
