import { type Piece, pieceAt, piecesOf } from '../../../backend/symbols/pieces.ts';
import { clip, oneLine } from '../../../support/escaped.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import type { Extent } from './extent.ts';
import type { SymbolChange } from './change.ts';

/** What a decorator or attribute begins with: `@Input()`, `#[derive(Debug)]`, `[[nodiscard]]`. */
const MARK = /@(?:[\p{ID_Continue}$.]+|(?=\())|#!?(?=\[)|(?=\[\[)|\/\/go:[^\n]*|template\s*(?=<)/uy;
const NEXT_NAME = /\.[\p{ID_Continue}$.]+/uy;

/** A comment that documents what is below it. */
const DOC = /^(?:\/\*\*|\/\/[/!])/;

/** How many are named. */
const MOST_NAMED = 5;

/** The longest of them, UTF-16 code units. */
const LONGEST = 80;

/**
 * What a replacement takes away besides the code: decorators, attributes, tags and documentation that
 * the new text does not have, and a comment behind the end of the old body.
 */
export function droppedBy(
  text: string,
  extent: Extent,
  { main }: SymbolChange,
  syntax: SymbolSyntax,
): string[] {
  const old = text.slice(extent.definition, extent.end);
  const [before, now] = [old, main.text].map((one) => [
    ...marksIn(one, syntax),
    ...(syntax.marksBehind?.(one) ?? []),
  ]);
  const marks = (before ?? []).filter((one) => now?.includes(one) !== true);
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

/** Those in front of a definition, not those in it, nor what stands behind them in their line. */
function marksIn(definition: string, syntax: SymbolSyntax): string[] {
  const pieces = piecesOf(definition, syntax);
  const marks: string[] = [];
  for (let at = 0; at < definition.length;) {
    MARK.lastIndex = at;
    const [begun] = MARK.exec(definition) ?? [];
    const piece = pieceAt(pieces, at);
    if (begun !== undefined) {
      const end = behindBrackets(definition, pieces, at + begun.length);
      // What a template's parameters are called says nothing.
      marks.push(begun.startsWith('template') ? 'template' : oneLine(definition.slice(at, end)));
      at = end;
    } else if (piece?.kind === 'comment') at = piece.end;
    else if (/\s/.test(definition[at] ?? '')) at += 1;
    else return marks;
  }
  return marks;
}

/** Behind the brackets and names that adjoin a name: `@app.route('/x').named('y')`. */
function behindBrackets(text: string, pieces: readonly Piece[], from: number): number {
  let at = from;
  while ('([<'.includes(text[at] ?? ' ')) {
    at = behindBracket(text, pieces, at);
    NEXT_NAME.lastIndex = at;
    at += NEXT_NAME.exec(text)?.[0].length ?? 0;
  }
  return at;
}

function behindBracket(text: string, pieces: readonly Piece[], from: number): number {
  const [opening, closing] = text[from] === '<' ? ['<', '>'] : ['([{', ')]}'];
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const piece = pieceAt(pieces, at);
    const character = text[at] ?? '';
    if (piece !== undefined) at = piece.end - 1;
    else if (opening.includes(character)) depth += 1;
    else if (closing.includes(character)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
