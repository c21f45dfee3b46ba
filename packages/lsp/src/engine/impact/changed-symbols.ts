import type { ImportSyntax } from '../../backend/definition.ts';
import { isName } from '../../backend/imports/keywords.ts';
import { type ChangedLines, changedLines, type Line } from './changed-lines.ts';
import { eachWord, firstWord } from '../../backend/imports/words.ts';

/** Identifiers in other files that a change may have broken. */
export interface ChangedSymbols {
  /** Likely broken: what the change removed, and declarations on the changed lines. */
  readonly removedSymbols: ReadonlySet<string>;
  /** Less likely broken: what the change added, and the enclosing declarations. */
  readonly enclosingSymbols: ReadonlySet<string>;
}

/**
 * The difference between two texts of a file, as names that affected files must contain.
 *
 * First, identifiers that occur less often than before: a rename or a removal breaks each file with
 * the old name. Dropping a parameter breaks files with the function's name. So the name that a
 * changed line declares counts too, and so does a name whose parameter list covers several lines.
 * If nothing was removed, an added member or an inferred result type reaches other files through
 * the enclosing declarations.
 *
 * @param syntax its keywords do not count
 */
export function changedSymbols(before: string, after: string, syntax: ImportSyntax): ChangedSymbols {
  if (before === after) return { removedSymbols: new Set(), enclosingSymbols: new Set() };
  const { old, now } = withoutComments(changedLines(before, after), syntax);
  const was = namesIn(old, syntax);
  const is = namesIn(now, syntax);
  const lines = [...old, ...now];
  const lost = [...was].filter(([name, count]) => count > (is.get(name) ?? 0)).map(([name]) => name);
  const gained = [...is].filter(([name, count]) => count > (was.get(name) ?? 0)).map(([name]) => name);
  const headers = new Set(lines.flatMap(({ headers }) => headers));
  const declaring = headNames(lines.filter((line) => line.headers.length < 2).map(({ text }) => text), syntax);
  const opening = headNames([...headers].filter((header) => OPENS_LIST.test(header)), syntax);
  const enclosing = headNames(headers, syntax);
  if (lost.length > 0) return { removedSymbols: new Set([...lost, ...declaring, ...opening]), enclosingSymbols: new Set([...enclosing, ...gained]) };
  const all = new Set([...was.keys(), ...is.keys()]);
  const named = new Set([...declaring, ...enclosing]);
  return named.size > 0 ? { removedSymbols: named, enclosingSymbols: all } : { removedSymbols: all, enclosingSymbols: new Set() };
}

/** A parameter list, or type parameters, that continue on the next lines. */
const OPENS_LIST = /[(<]\s*$/;

/**
 * A line that is all comment. Its words are prose and not names, unless nothing else changed (types
 * of JavaScript).
 */
const COMMENT: Readonly<Record<ImportSyntax, RegExp>> = {
  ecmascript: /^\s*(?:\/\/|\/?\*)/,
  python: /^\s*#/,
  c: /^\s*(?:\/\/|\/?\*)/,
};

function withoutComments(changed: ChangedLines, syntax: ImportSyntax): ChangedLines {
  const isCode = ({ text }: Line): boolean => !COMMENT[syntax].test(text);
  const code = { old: changed.old.filter(isCode), now: changed.now.filter(isCode) };
  return code.old.length + code.now.length > 0 ? code : changed;
}

/** How often each name occurs. */
function namesIn(lines: readonly Line[], syntax: ImportSyntax): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of lines) {
    eachWord(text, 0, text.length, (_, start, end) => {
      if (!isName(text, start, end, syntax)) return;
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
function headNames(lines: Iterable<string>, syntax: ImportSyntax): string[] {
  const heads: string[] = [];
  for (const text of lines) {
    const head = firstWord(text, (start, end) => isName(text, start, end, syntax));
    if (head !== undefined) heads.push(head);
  }
  return heads;
}
