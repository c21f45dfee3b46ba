import { type Piece, pieceAt } from '../../../backend/symbols/pieces.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import { blanksOf, endOfLine, lineStart, nextLine } from '../../navigate/outline/lines.ts';
import { isWithin, type Outline } from '../../navigate/outline/outline.ts';
import type { OutlineSymbol } from '../../navigate/outline/outline-symbol.ts';

/** A definition with all that belongs to it, alone on its lines. Offsets of the text. */
export interface Extent {
  /** The beginning of its first line: of the comment above it, if there is one. */
  readonly start: number;
  /** The beginning of the first line below that comment. */
  readonly definition: number;
  /** The blanks that this line begins with. */
  readonly indentation: string;
  /** Behind its last character, without a separator. */
  readonly end: number;
  /** The comma or semicolon behind it; '' if there is none. */
  readonly separator: string;
  readonly separatorEnd: number;
  /** The end of its last line, without the line end. A comment there belongs to it. */
  readonly lineEnd: number;
}

/** How far in front of a range its lead may begin, UTF-16 code units. */
const MOST_LEAD = 4000;

/** A comment that parts the file, and describes nothing. */
const DIVIDER = /^(?:\/\/|#)\s*[-=*#/~_+]{3,}/;

/** A text: why the definition cannot be told from what is around it. */
export function extentOf(outline: Outline, symbol: OutlineSymbol, syntax: SymbolSyntax): Extent | string {
  const { text, pieces } = outline;
  const begin = startWithLead(text, pieces, symbol.start, syntax);
  const ended = statementEnd(outline, symbol, syntax);
  const line = lineStart(text, begin);
  const indentation = text.slice(line, begin);
  if (ended === undefined || indentation.trim() !== '')
    return `\`${symbol.name}\` shares its line with other code: edit the text instead. Nothing was changed`;
  const [, blank = '', separator = ''] = /^([ \t]*)([;,]?)/.exec(text.slice(ended, ended + 100)) ?? [];
  const separatorEnd = separator === '' ? ended : ended + blank.length + 1;
  const rest = restOfLine(text, pieces, separatorEnd);
  if (rest === undefined)
    return `\`${symbol.name}\` shares its line with other code: edit the text instead. Nothing was changed`;
  const other = sharedWith(outline, symbol, begin, ended);
  const isOneOfSeveral = separator === ',' && begin < symbol.start;
  if (other !== undefined || isOneOfSeveral)
    return (
      `\`${symbol.name}\` is declared together with ` +
      `${other === undefined ? 'others' : `\`${other.name}\``}: edit the text instead. Nothing was ` +
      'changed'
    );
  const lineEnd = syntax.offside ? pastDeeperComments(text, pieces, rest, indentation) : rest;
  return {
    start: commentStart(text, pieces, line, syntax),
    definition: line,
    indentation,
    end: ended,
    separator,
    separatorEnd,
    lineEnd,
  };
}

function startWithLead(text: string, pieces: readonly Piece[], from: number, { lead }: SymbolSyntax): number {
  let start = from;
  for (;;) {
    const before = text.slice(Math.max(0, start - MOST_LEAD), start);
    const found = lead?.exec(before)?.[0];
    if (found === undefined || found === '') return start;
    const at = start - found.length;
    const piece = pieceAt(pieces, at);
    if (piece !== undefined && piece.start < at) return start;
    start = at;
  }
}

/** Undefined where the name is one of several that a statement assigns to. */
function statementEnd(
  { text, pieces }: Outline,
  { start, end, nameStart, nameEnd }: OutlineSymbol,
  { namesOnly }: SymbolSyntax,
): number | undefined {
  if (namesOnly !== true || start !== nameStart || end !== nameEnd) return end;
  if (!/^\s*(?::(?!=)|=(?!=))/.test(text.slice(end, end + 100))) return undefined;
  let depth = 0;
  for (let at = end; at < text.length; at++) {
    const piece = pieceAt(pieces, at);
    if (piece?.kind === 'comment' && depth === 0) return trimmedEnd(text, at);
    const character = text[at] ?? '';
    if (piece !== undefined) at = piece.end - 1;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (character === '\\') at += text[at + 1] === '\r' ? 2 : 1;
    else if (depth <= 0 && (character === '\n' || character === ';')) return trimmedEnd(text, at);
  }
  return trimmedEnd(text, text.length);
}

function trimmedEnd(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/** The end of the line, if only a comment follows that ends there. */
function restOfLine(text: string, pieces: readonly Piece[], from: number): number | undefined {
  const end = endOfLine(text, from);
  for (let at = from; at < end; at++) {
    const piece = pieceAt(pieces, at);
    if (piece?.kind === 'comment' && piece.end <= end) at = piece.end - 1;
    else if (!' \t\r\f'.includes(text[at] ?? '')) return undefined;
  }
  return end;
}

/** Another symbol in the same declaration: neither holds it nor is held by it. */
function sharedWith(
  { symbols }: Outline,
  symbol: OutlineSymbol,
  begin: number,
  end: number,
): OutlineSymbol | undefined {
  return symbols.find((other) => {
    if (other === symbol || isWithin(other, symbol) || isWithin(symbol, other)) return false;
    if (other.end <= begin || other.start >= end) return false;
    const isInside = symbol.start < other.start && other.end <= symbol.end;
    const isAround = other.start < symbol.start && symbol.end < other.end;
    return !isInside && !isAround;
  });
}

/** The beginning of the comment that adjoins this line from above, or the line itself. */
function commentStart(
  text: string,
  pieces: readonly Piece[],
  line: number,
  { unrelated }: SymbolSyntax,
): number {
  let start = line;
  while (start > 0) {
    const above = text.slice(lineStart(text, start - 1), start).trimEnd();
    const piece =
      above.trim() === '' ? undefined : pieceAt(pieces, lineStart(text, start - 1) + above.length - 1);
    if (piece?.kind !== 'comment') return start;
    const first = lineStart(text, piece.start);
    const comment = text.slice(piece.start, piece.end);
    const isAlone = text.slice(first, piece.start).trim() === '';
    if (!isAlone || DIVIDER.test(comment) || unrelated?.test(comment) === true) return start;
    start = first;
  }
  return start;
}

/** Comments below a block that are indented as it is belong to the block, where indentation ends it. */
function pastDeeperComments(
  text: string,
  pieces: readonly Piece[],
  from: number,
  indentation: string,
): number {
  let end = from;
  for (let line = nextLine(text, from); line < text.length; line = nextLine(text, line)) {
    const row = text.slice(line, endOfLine(text, line));
    if (row.trim() === '') continue;
    const depth = blanksOf(row).length;
    if (depth <= indentation.length || pieceAt(pieces, line + depth)?.kind !== 'comment') return end;
    end = line + row.length;
  }
  return end;
}
