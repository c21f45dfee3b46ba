import { offsetsIn } from '../../../backend/navigation/lines.ts';
import type { DocumentSymbol, Position, Range } from '../../../backend/model.ts';
import { piecesOf, type Piece, pieceAt } from '../../../backend/symbols/pieces.ts';
import { operatorIn, withoutSignature } from '../../../backend/symbols/signature.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import { bare } from '../spelling/name.ts';
import type { OutlineSymbol } from './outline-symbol.ts';
import { unlistedIn } from './unlisted.ts';

/** A text with the symbols of it. */
export interface Outline {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** Of a position; undefined behind the last line. */
  readonly offsetAt: (position: Position) => number | undefined;
  /** Depth first, in the order of the text. */
  readonly symbols: readonly OutlineSymbol[];
}

const LAST_NAME = /~?(?:#|(?<![\p{ID_Continue}$])[\p{ID_Start}$_])[\p{ID_Continue}$]*$/u;

/**
 * Undefined where a range is none in this text.
 *
 * @param listed depth first, as they are read
 */
export function outlineOf(
  text: string,
  listed: Iterable<DocumentSymbol>,
  syntax: SymbolSyntax,
): Outline | undefined {
  const pieces = piecesOf(text, syntax);
  const symbols: OutlineSymbol[] = [];
  const offsetAt = offsetsIn(text);
  for (const { name: label, kind, range, selectionRange, containerName: container } of listed) {
    const whole = offsetsOf(text, range, offsetAt);
    const named = offsetsOf(text, selectionRange, offsetAt);
    if (whole === undefined || named === undefined) return undefined;
    const start = pastComments(text, pieces, whole.start, whole.end);
    const parent =
      container === undefined
        ? undefined
        : symbols.findLast(
            (other) => other.label === container && other.start <= start && whole.end <= other.end,
          );
    const plain = bare(withoutSignature(label));
    const name = operatorIn(plain)?.name ?? LAST_NAME.exec(plain)?.[0] ?? label;
    symbols.push({
      label,
      name,
      kind,
      container,
      parent,
      start,
      end: whole.end,
      nameStart: named.start,
      nameEnd: named.end,
    });
  }
  const unlisted =
    syntax.definitions === undefined ? [] : unlistedIn(text, pieces, symbols, syntax.definitions);
  return {
    text,
    pieces,
    offsetAt,
    symbols:
      unlisted.length === 0
        ? symbols
        : [...symbols, ...unlisted].sort((a, b) => a.start - b.start || b.end - a.end),
  };
}

/**
 * The innermost symbol of this name whose name stands at the offset, or in front of whose name the
 * offset is: `@total.setter`.
 *
 * @param name a word, without a mark before it: for `#x`, `x`; for `operator==`, `operator`
 */
export function symbolAt({ symbols }: Outline, offset: number, name: string): OutlineSymbol | undefined {
  const named = symbols.filter((symbol) => wordOf(symbol) === name);
  const there = named.filter(({ nameStart, nameEnd }) => nameStart <= offset && offset <= nameEnd);
  const around = named.filter(({ start, nameStart }) => start <= offset && offset < nameStart);
  return (there.length > 0 ? there : around).sort((a, b) => b.start - a.start || a.end - b.end)[0];
}

function wordOf({ name }: OutlineSymbol): string {
  return operatorIn(name) === undefined ? name.replace(/^[#~]/, '') : 'operator';
}

export function isWithin(symbol: OutlineSymbol, other: OutlineSymbol): boolean {
  for (let at = symbol.parent; at !== undefined; at = at.parent) if (at === other) return true;
  return false;
}

function offsetsOf(
  text: string,
  { start, end }: Range,
  offsetAt: (position: Position) => number | undefined,
): { readonly start: number; readonly end: number } | undefined {
  const [from, to] = [offsetAt(start), offsetAt(end)];
  return from === undefined || to === undefined || to > text.length ? undefined : { start: from, end: to };
}

/** The first offset behind blanks and comments. */
function pastComments(text: string, pieces: readonly Piece[], start: number, end: number): number {
  let at = start;
  while (at < end) {
    const piece = pieceAt(pieces, at);
    if (piece?.kind === 'comment') at = piece.end;
    else if (/\s/.test(text[at] ?? '')) at += 1;
    else return at;
  }
  return start;
}
