import { piecesOf } from '../../../backend/symbols/pieces.ts';
import { linesOf } from '../../../backend/navigation/lines.ts';
import { clip, oneLine } from '../../../support/escaped.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import type { Extent } from './extent.ts';
import type { SymbolChange } from './change.ts';

/** What a decorator or attribute begins with: `@Input()`, `#[derive(Debug)]`, `[[nodiscard]]`. */
const MARKED = /^\s*(?:@(?!\s)|#!?\[|\[\[|\/\/go:|template\s*<)/;

/** A comment that documents what is below it. */
const DOC = /^(?:\/\*\*|\/\/[/!])/;

/** How many are named. */
const MOST_NAMED = 5;

/** The longest of them, UTF-16 code units. */
const LONGEST = 80;

/**
 * What a replacement takes away besides the code: decorators, attributes and documentation that the
 * new text does not have, and a comment behind the end of the old body.
 */
export function droppedBy(
  text: string,
  extent: Extent,
  { main }: SymbolChange,
  syntax: SymbolSyntax,
): string[] {
  const old = text.slice(extent.definition, extent.end);
  const marks = marksIn(old, syntax).filter((one) => !marksIn(main.text, syntax).includes(one));
  const above = main.start < extent.definition ? text.slice(main.start, extent.definition).trim() : '';
  const isDocumented = !DOC.test(above) || DOC.test(main.text.trim());
  const docstring = syntax.docstring?.exec(old)?.[0].trim();
  const isDescribed = docstring === undefined || syntax.docstring?.test(main.text) === true;
  const behind = text.slice(extent.separatorEnd, Math.max(extent.separatorEnd, main.end)).trim();
  return [
    ...marks.slice(0, MOST_NAMED),
    ...(isDocumented ? [] : [above]),
    ...(isDescribed ? [] : [docstring]),
    ...(behind === '' ? [] : [behind]),
  ].map((one) => `The new text drops \`${clip(oneLine(one), LONGEST)}\`.`);
}

/** Those in front of a definition, not those in it. */
function marksIn(definition: string, syntax: SymbolSyntax): string[] {
  const comments = new Set(piecesOf(definition, syntax).map(({ start }) => start));
  const marks: string[] = [];
  let at = 0;
  for (const row of linesOf(definition)) {
    const isBlank = row.trim() === '' || (comments.has(at + row.search(/\S/)) && !MARKED.test(row));
    if (MARKED.test(row)) marks.push(row.trim());
    else if (!isBlank && !/^\s*[)\]}]/.test(row)) break;
    at += row.length + 1;
  }
  return marks;
}
