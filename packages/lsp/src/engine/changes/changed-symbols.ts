import { type ImportLanguage, type SurfacePart, surfaceText } from '../../backend/imports/imports.ts';
import { isName } from '../../backend/imports/keywords.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { type ChangedLines, changedLines, type Line } from './changed-lines.ts';
import { eachWord, firstWord } from '../../backend/imports/words.ts';

/** Identifiers in other files that a change may have broken. */
export interface ChangedSymbols {
  /** Likely broken: what the change removed, and declarations on the changed lines. */
  readonly removedSymbols: ReadonlySet<string>;
  /** Less likely broken: what the change added, and the enclosing declarations. */
  readonly enclosingSymbols: ReadonlySet<string>;
  /**
   * The declarations in which the texts differ: who says none of these names, nor one whose declaration does,
   * directly or not, cannot tell. Undefined where that is in doubt.
   */
  readonly declared?: Declared;
}

export interface Declared {
  readonly names: ReadonlySet<string>;
  /** Names that only the file itself can say. */
  readonly inFile: ReadonlySet<string>;
  /** Names that the file imports: another file says them of this one only where it takes them from it. */
  readonly imported: ReadonlySet<string>;
  /** The file exports other names than before. */
  readonly areOthers: boolean;
  /** The same as `names`, where members of classes are told apart. */
  readonly apart: { readonly names: ReadonlySet<string>; readonly members: readonly ChangedMember[] };
}

/** A member that a class has, or had, and that has changed. */
export interface ChangedMember {
  readonly owner: string;
  readonly name: string;
  readonly isTyped: boolean;
}

/** Of a change that no other file can see. */
export const INSIDE: ChangedSymbols = { removedSymbols: new Set(), enclosingSymbols: new Set() };

/**
 * The names of a change of this file: of what other files can see of it, where that is known.
 */
export function changedSymbolsOf(
  path: AdmittedPath,
  before: string,
  after: string,
  language: ImportLanguage,
): ChangedSymbols {
  const [was, is] = [language.surface?.(before, path), language.surface?.(after, path)];
  if (was === undefined || is === undefined) return changedSymbols(before, after, language);
  const [former, now] = [surfaceText(was), surfaceText(is)];
  if (former === now) return INSIDE;
  const changed = differing(was, is);
  // What is passed on may be another thing of the same name.
  const areOthers =
    changed.some(({ isPassed }) => isPassed === true) ||
    exportsOf(was).symmetricDifference(exportsOf(is)).size > 0;
  const declared = declaredIn(changed, goneMembers(was, is), areOthers);
  return { ...changedSymbols(former, now, language), ...(declared !== undefined && { declared }) };
}

function exportsOf(parts: readonly SurfacePart[]): Set<string> {
  return new Set(
    parts.flatMap(({ names = [], scope, member }) => (scope === 'file' || member !== undefined ? [] : names)),
  );
}

/** Classes that have lost a member: what they derive from may want it, so who uses them may tell. */
function goneMembers(was: readonly SurfacePart[], is: readonly SurfacePart[]): ReadonlySet<string> {
  const kept = new Set(
    is.flatMap(({ names = [], member }) => names.map((name) => `${member?.owner}.${name}`)),
  );
  return new Set(
    was.flatMap(({ names = [], member }) =>
      member !== undefined && names.some((name) => !kept.has(`${member.owner}.${name}`)) ? member.owner : [],
    ),
  );
}

function declaredIn(
  parts: readonly SurfacePart[],
  gone: ReadonlySet<string>,
  areOthers: boolean,
): Declared | undefined {
  const [names, inFile, imported] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const members: ChangedMember[] = [];
  const owners = new Set<string>();
  for (const { names: own, scope, isImport, member } of parts) {
    if (own === undefined || scope === 'all') return undefined;
    if (member !== undefined) {
      owners.add(member.owner);
      for (const name of own) members.push({ ...member, name });
      continue;
    }
    const to = scope === 'file' ? inFile : isImport === true ? imported : names;
    for (const name of own) to.add(name);
  }
  const apart = { names: names.union(owners.intersection(gone)), members };
  return { names: names.union(owners), inFile, imported, areOthers, apart };
}

/** What only one of them has; where that leaves others in another order, all between what is the same. */
function differing(was: readonly SurfacePart[], is: readonly SurfacePart[]): readonly SurfacePart[] {
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && was[start]?.text === is[start]?.text) start += 1;
  let tail = 0;
  while (tail < shorter - start && was.at(-1 - tail)?.text === is.at(-1 - tail)?.text) tail += 1;
  const [old, now] = [was.slice(start, was.length - tail), is.slice(start, is.length - tail)];
  const kept = (parts: readonly SurfacePart[], others: readonly SurfacePart[]): readonly SurfacePart[] => {
    const texts = new Set(others.map(({ text }) => text));
    return parts.filter(({ text }) => texts.has(text));
  };
  const isSameOrder = surfaceText(kept(old, now)) === surfaceText(kept(now, old));
  const all = [...old, ...now];
  if (!isSameOrder) return all;
  const both = new Set(kept(old, now).map(({ text }) => text));
  return all.filter(({ text }) => !both.has(text));
}

/**
 * The difference between two texts of a file, as names that affected files must contain.
 *
 * First, identifiers that occur less often than before: a rename or a removal breaks each file with
 * the old name. Dropping a parameter breaks files with the function's name. So the name that a
 * changed line declares counts too, and so does a name whose parameter list covers several lines.
 * If nothing was removed, an added member or an inferred result type reaches other files through
 * the enclosing declarations. Where the language tells what a line declares, that comes first, and the
 * other words of the line (types of parameters) are as little as those around it.
 *
 * @param language its keywords do not count
 */
export function changedSymbols(before: string, after: string, language: ImportLanguage): ChangedSymbols {
  if (before === after) return { removedSymbols: new Set(), enclosingSymbols: new Set() };
  const { old, now } = withoutComments(changedLines(before, after, language.apart), language);
  const was = namesIn(old, language);
  const is = namesIn(now, language);
  const lines = [...old, ...now];
  const lost = [...was].filter(([name, count]) => count > (is.get(name) ?? 0)).map(([name]) => name);
  const gained = [...is].filter(([name, count]) => count > (was.get(name) ?? 0)).map(([name]) => name);
  const headers = new Set(lines.flatMap(({ headers }) => headers));
  const { declaredNames } = language;
  if (declaredNames !== undefined) {
    const declared = new Set(lines.flatMap((line) => declaredNames(line.text, line.headers)));
    const around = [...headers].flatMap((header) => declaredNames(header, []));
    if (declared.size > 0 || lines.every(({ text }) => language.apart?.test(text) === true))
      return { removedSymbols: declared, enclosingSymbols: new Set([...around, ...lost, ...gained]) };
  }
  const declaring = headNames(
    lines.filter((line) => line.headers.length < 2).map(({ text }) => text),
    language,
  );
  const opening = headNames(
    [...headers].filter((header) => OPENS_LIST.test(header)),
    language,
  );
  const enclosing = headNames(headers, language);
  if (lost.length > 0)
    return {
      removedSymbols: new Set([...lost, ...declaring, ...opening]),
      enclosingSymbols: new Set([...enclosing, ...gained]),
    };
  const all = new Set([...was.keys(), ...is.keys()]);
  const named = new Set([...declaring, ...enclosing]);
  return named.size > 0
    ? { removedSymbols: named, enclosingSymbols: all }
    : { removedSymbols: all, enclosingSymbols: new Set() };
}

/** A parameter list, or type parameters, that continue on the next lines. */
const OPENS_LIST = /[(<]\s*$/;

/**
 * Without lines that are all comment: their words are prose and not names, unless nothing else
 * changed (types of JavaScript).
 */
function withoutComments(changed: ChangedLines, language: ImportLanguage): ChangedLines {
  const isCode = ({ text }: Line): boolean => !language.comment.test(text);
  const code = { old: changed.old.filter(isCode), now: changed.now.filter(isCode) };
  return code.old.length + code.now.length > 0 ? code : changed;
}

/** How often each name occurs. */
function namesIn(lines: readonly Line[], language: ImportLanguage): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of lines) {
    eachWord(text, 0, text.length, (_, start, end) => {
      if (!isName(text, start, end, language.keywords)) return;
      const name = text.slice(start, end);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    });
  }
  return counts;
}

/**
 * The first name of each line. In `export function f(a)` and `readonly f: A` it is the declared
 * name.
 */
function headNames(lines: Iterable<string>, language: ImportLanguage): string[] {
  const heads: string[] = [];
  for (const text of lines) {
    const head = firstWord(text, (start, end) => isName(text, start, end, language.keywords));
    if (head !== undefined) heads.push(head);
  }
  return heads;
}
