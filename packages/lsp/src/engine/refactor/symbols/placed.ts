import { linesOf } from '../../../backend/navigation/lines.ts';
import { type Piece, pieceAt, piecesOf } from '../../../backend/symbols/pieces.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import { blanksOf } from '../../navigate/outline/lines.ts';

/** Where a given text is put. */
export interface InsertionContext {
  /** The blanks of the lines around it. */
  readonly indentation: string;
  /** The text of the file. */
  readonly around: string;
}

/** A text that was given, with `\n` between its lines. */
export interface InsertedText {
  readonly text: string;
  readonly beginsWithComment: boolean;
  /** It has several lines besides its comments. */
  readonly isLong: boolean;
}

/**
 * The text as it stands in the file: indented as the lines around it, with tabs or spaces as the
 * file has them. Undefined where there is nothing in it. The lines within a quoted text stay as
 * they are, unless it begins its line, as a docstring does.
 */
export function placed(
  given: string,
  { indentation, around }: InsertionContext,
  syntax: SymbolSyntax,
): InsertedText | undefined {
  const rows = linesOf(given.replace(/^\uFEFF/, ''));
  const first = rows.findIndex(isFull);
  if (first < 0) return undefined;
  const text = rows.slice(first, rows.findLastIndex(isFull) + 1).join('\n');
  const pieces = piecesOf(text, syntax);
  const lines: { readonly start: number; readonly row: string; readonly isQuoted: boolean }[] = [];
  for (let at = 0; at <= text.length; at += (lines.at(-1)?.row.length ?? 0) + 1) {
    const piece = at === 0 ? undefined : pieceAt(pieces, at - 1);
    const isQuoted =
      piece?.kind === 'quoted' &&
      piece.end > at &&
      text.slice(text.lastIndexOf('\n', piece.start) + 1, piece.start).trim() !== '';
    const end = text.indexOf('\n', at);
    lines.push({ start: at, row: text.slice(at, end < 0 ? text.length : end), isQuoted });
  }
  const shifted = lines.filter(({ row, isQuoted }) => !isQuoted && isFull(row)).map(({ row }) => row);
  const [head = '', ...others] = shifted;
  // A definition copied from the middle of its first line: the others are indented already.
  const isCut =
    blanksOf(head) === '' && others.length > 0 && isIndented(others, indentation, syntax.offside === true);
  const common = sharedBlanks(isCut ? others : shifted);
  const unit = {
    from: unitOf(shifted.map((row) => row.slice(isCut ? 0 : common.length))),
    to: unitOf(linesOf(around)),
  };
  const moved = lines.map(({ row, isQuoted }, index) => {
    if (isQuoted) return row;
    if (!isFull(row)) return '';
    if (isCut) return index === 0 ? indentation + row : row;
    return indentation + inUnits(row.slice(common.length), unit);
  });
  const commentAt = (start: number): Piece | undefined => {
    const piece = pieceAt(pieces, start);
    return piece?.kind === 'comment' ? piece : undefined;
  };
  const code = lines.filter(
    ({ row, start }) =>
      isFull(row) && (commentAt(start + blanksOf(row).length)?.end ?? 0) < start + row.trimEnd().length,
  );
  return {
    text: moved.join('\n'),
    beginsWithComment: commentAt(blanksOf(text).length) !== undefined,
    isLong: code.length > 1,
  };
}

/** One step of indentation. */
type Unit = '\t' | number | undefined;

/** A step as most lines of a text have it; undefined where none is indented. */
function unitOf(rows: readonly string[]): Unit {
  const blanks = rows
    .filter(isFull)
    .map(blanksOf)
    .filter((one) => one !== '');
  const tabs = blanks.filter((one) => one.startsWith('\t')).length;
  if (tabs * 2 > blanks.length) return '\t';
  // A single blank stands before the lines of a block comment.
  const widths = blanks.filter((one) => !one.includes('\t') && one.length > 1).map(({ length }) => length);
  return widths.length === 0 ? undefined : widths.reduce((least, width) => Math.min(least, width));
}

function inUnits(row: string, { from, to }: { readonly from: Unit; readonly to: Unit }): string {
  const blanks = blanksOf(row);
  if (to === undefined || from === undefined || (from === '\t') === (to === '\t')) return row;
  const rest = row.slice(blanks.length);
  if (from === '\t') return blanks.replaceAll('\t', ' '.repeat(to === '\t' ? 1 : to)) + rest;
  return '\t'.repeat(Math.floor(blanks.length / from)) + ' '.repeat(blanks.length % from) + rest;
}

function isIndented(rows: readonly string[], indentation: string, isOffside: boolean): boolean {
  if (indentation === '') return false;
  const depth = rows.reduce((least, row) => Math.min(least, blanksOf(row).length), Infinity);
  const last = rows.at(-1) ?? '';
  const closes = !isOffside && /^\s*[)\]}]/.test(last);
  return closes ? blanksOf(last) === indentation && depth >= indentation.length : depth > indentation.length;
}

function sharedBlanks(rows: readonly string[]): string {
  return rows.map(blanksOf).reduce((shared, blanks) => {
    let length = 0;
    while (length < shared.length && shared[length] === blanks[length]) length++;
    return shared.slice(0, length);
  });
}

function isFull(row: string): boolean {
  return row.trim() !== '';
}
