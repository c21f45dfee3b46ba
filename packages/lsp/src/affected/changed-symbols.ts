import type { ImportSyntax } from '../registry/definition.ts';
import { isName } from './keywords.ts';
import { type ChangedLines, changedLines, type Line } from './changed-lines.ts';
import { eachWord, firstWord } from './words.ts';

/** What files say that a change may have broken. */
export interface ChangedSymbols {
  /** Likely: what the change took away, and whatever was declared where it was made. */
  readonly removedSymbols: ReadonlySet<string>;
  /** Less likely: what it added, and the declarations around it. */
  readonly enclosingSymbols: ReadonlySet<string>;
}

/**
 * What changed between two texts of a file, as names that other files would have to say to notice.
 *
 * First, identifiers that are said less often than before: a rename or a removal breaks whoever says the old name. Who drops a parameter breaks those
 * that say the function's name, so the name that a changed line declares counts as much, and so does one whose parameter list spreads over
 * several lines. If nothing was taken away, a member that was added or a result type that is inferred reaches others through the
 * declarations around it.
 *
 * @param syntax whose keywords say nothing
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

/** A parameter list, or type parameters, that go on in the next lines. */
const OPENS_LIST = /[(<]\s*$/;

/** A whole line of it: what it says in prose is no name, unless (types of JavaScript) nothing else changed. */
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

/** How often each name is said. */
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

/** The first name of each line: in `export function f(a)` and `readonly f: A`, that is what the line declares. */
function headNames(lines: Iterable<string>, syntax: ImportSyntax): string[] {
  const heads: string[] = [];
  for (const text of lines) {
    const head = firstWord(text, (start, end) => isName(text, start, end, syntax));
    if (head !== undefined) heads.push(head);
  }
  return heads;
}
