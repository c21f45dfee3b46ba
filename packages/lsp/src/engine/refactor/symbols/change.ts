import { lineEnding, type TextChange } from '../../../backend/fixes/text-changes.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import type { Extent } from './extent.ts';
import { blanksOf, endOfLine, lineStart, nextLine } from '../../navigate/outline/lines.ts';
import type { InsertedText } from './placed.ts';

/** The change of a text, and where the given text is in the new one. */
export interface SymbolChange {
  /** In the order of the text, without overlaps. */
  readonly changes: readonly TextChange[];
  /** The one that holds the given text; of a deletion, the whole of it. */
  readonly main: TextChange;
}

/** Where a text is inserted, beside a definition. */
export interface Insertion {
  readonly where: 'before' | 'after';
  /** It stands in a list: an enum, an object. */
  readonly isListed: boolean;
}

/** Without the definition, its comment, and the blank lines that parted it from one neighbour. */
export function deletion(text: string, extent: Extent): SymbolChange {
  const { above, below, isFirst, isLast } = aroundOf(text, extent);
  const fromAbove = isLast ? above : isFirst ? 0 : Math.min(above, below);
  const fromBelow = isFirst ? below : 0;
  const main = {
    start: linesUp(text, extent.start, fromAbove),
    end: linesDown(text, nextLine(text, extent.lineEnd), fromBelow),
    text: '',
  };
  return { changes: [main], main };
}

/**
 * The given text in the place of the definition, and of its comment if the text begins with one. A
 * comment behind the last line of a body goes with the body.
 */
export function replacement(
  text: string,
  { start, definition, end, separator, separatorEnd, lineEnd }: Extent,
  given: InsertedText,
  hasBody: boolean,
): SymbolChange {
  const own = text.slice(end - 1, end);
  const last = given.text.at(-1) ?? '';
  const isClosed = /[;,]/.test(last);
  const added = /[;,]/.test(own) && !isClosed && last !== '}' ? own : '';
  const isLong = hasBody && text.slice(definition, end).includes('\n');
  const main = {
    start: given.beginsWithComment ? start : definition,
    end: isLong ? lineEnd : separator !== '' && isClosed ? separatorEnd : end,
    text: withEnding(given.text + added + (isLong && !isClosed ? separator : ''), text),
  };
  return { changes: [main], main };
}

export function insertion(
  text: string,
  extent: Extent,
  given: InsertedText,
  { where, isListed }: Insertion,
  syntax: SymbolSyntax,
): SymbolChange {
  const { start, end, separator } = extent;
  const { above, below, isFirst, isLast } = aroundOf(text, extent);
  const gap = gapOf(text, extent, given, { where, isListed }, syntax);
  const isBefore = where === 'before';
  const hasComma = given.text.endsWith(',');
  const bare = hasComma ? given.text.slice(0, -1) : given.text;
  const block = !isListed ? given.text : bare + (isBefore || separator === ',' ? ',' : '');
  const missing = isBefore ? (isFirst ? 0 : Math.max(0, gap - above)) : isLast ? 0 : Math.max(0, gap - below);
  const at = isBefore ? start : nextLine(text, extent.lineEnd);
  const opening = !isBefore && at === extent.lineEnd ? '\n' : '';
  const [blank, more] = ['\n'.repeat(gap), '\n'.repeat(missing)];
  const main = {
    start: at,
    end: at,
    text: withEnding(isBefore ? `${more}${block}\n${blank}` : `${opening}${blank}${block}\n${more}`, text),
  };
  const comma = isListed && !isBefore && separator === '' ? [{ start: end, end, text: ',' }] : [];
  return { changes: [...comma, main], main };
}

/** How many blank lines part a new definition from the one beside it: as many as its neighbours. */
function gapOf(
  text: string,
  extent: Extent,
  { isLong }: InsertedText,
  { where, isListed }: Insertion,
  { blankLines = 1 }: SymbolSyntax,
): number {
  const { above, below, isFirst, isLast } = aroundOf(text, extent);
  const [before, after] = [isFirst ? undefined : above, isLast ? undefined : below];
  const known = where === 'before' ? (before ?? after) : (after ?? before);
  if (isListed) return known ?? 0;
  const usual = extent.indentation === '' ? blankLines : 1;
  const wasLong = text.slice(extent.definition, extent.end).includes('\n');
  return wasLong ? (known ?? usual) : Math.max(known ?? 0, isLong ? usual : 0);
}

/** What is around a definition. */
interface Around {
  /** How many blank lines. */
  readonly above: number;
  readonly below: number;
  /** Nothing is before it in its block, or in the file. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function aroundOf(text: string, { start, lineEnd, indentation }: Extent): Around {
  let [above, first] = [0, start];
  while (first > 0 && text.slice(lineStart(text, first - 1), first).trim() === '')
    [above, first] = [above + 1, lineStart(text, first - 1)];
  let [below, last] = [0, nextLine(text, lineEnd)];
  while (last < text.length && text.slice(last, endOfLine(text, last)).trim() === '')
    [below, last] = [below + 1, nextLine(text, last)];
  const opener = first === 0 ? '' : text.slice(lineStart(text, first - 1), first);
  const closer = text.slice(last, endOfLine(text, last));
  return {
    above,
    below,
    isFirst: first === 0 || /[{([:]\s*(?:(?:\/\/|#).*)?$/s.test(opener.trimEnd()),
    isLast: last === text.length || /^\s*[)\]}]/.test(closer) || blanksOf(closer).length < indentation.length,
  };
}

function linesUp(text: string, line: number, count: number): number {
  let at = line;
  for (let left = count; left > 0; left--) at = lineStart(text, at - 1);
  return at;
}

function linesDown(text: string, line: number, count: number): number {
  let at = line;
  for (let left = count; left > 0; left--) at = nextLine(text, at);
  return at;
}

function withEnding(added: string, text: string): string {
  return added.replace(/\n/g, lineEnding(text));
}
