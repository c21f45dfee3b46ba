import { type Piece, pieceAt } from '../../../backend/symbols/pieces.ts';
import { blanksOf, endOfLine, lineStart, nextLine } from './lines.ts';
import type { OutlineSymbol } from './outline-symbol.ts';

/**
 * Further definitions of listed names in the same block, by the text: of a property and its setter,
 * some servers list one. A block ends where the indentation does.
 *
 * @param definitions global, with indices; group `name`
 */
export function unlistedIn(
  text: string,
  pieces: readonly Piece[],
  listed: readonly OutlineSymbol[],
  definitions: RegExp,
): OutlineSymbol[] {
  const known = new Set(listed.map(({ nameStart }) => nameStart));
  const byName = Map.groupBy(listed, ({ name }) => name);
  const found: OutlineSymbol[] = [];
  for (const { index, indices } of text.matchAll(definitions)) {
    const [nameStart, nameEnd] = indices?.groups?.['name'] ?? [0, 0];
    const candidates = byName.get(text.slice(nameStart, nameEnd)) ?? [];
    if (known.has(nameStart) || candidates.length === 0 || pieceAt(pieces, nameStart) !== undefined) continue;
    const column = columnOf(text, index);
    const parent = innermost(listed, nameStart);
    const twin = candidates.find(
      (one) => one.parent === parent && columnOf(text, lineStart(text, one.nameStart)) === column,
    );
    if (twin === undefined) continue;
    const start = decorated(text, pieces, index, column);
    found.push({ ...twin, start, end: blockEnd(text, pieces, index, column), nameStart, nameEnd });
  }
  return found;
}

function innermost(listed: readonly OutlineSymbol[], offset: number): OutlineSymbol | undefined {
  return listed.filter(({ start, end }) => start <= offset && offset < end).at(-1);
}

function columnOf(text: string, line: number): number {
  return blanksOf(text.slice(line, endOfLine(text, line))).length;
}

/** The first of the decorators above a definition, or the definition itself. */
function decorated(text: string, pieces: readonly Piece[], line: number, column: number): number {
  let start = line;
  for (let at = line; at > 0;) {
    at = lineStart(text, at - 1);
    const row = text.slice(at, endOfLine(text, at));
    const isDeeper = row.trim() === '' || columnOf(text, at) > column || /^\s*[)\]}]/.test(row);
    if (columnOf(text, at) === column && row[column] === '@' && pieceAt(pieces, at + column) === undefined)
      start = at;
    else if (!isDeeper || row.trim() === '') break;
  }
  return start + column;
}

/** Behind the last code that is indented more than the definition. */
function blockEnd(text: string, pieces: readonly Piece[], line: number, column: number): number {
  let end = trimmed(text, pieces, line);
  for (let at = nextLine(text, line); at < text.length; at = nextLine(text, at)) {
    const row = text.slice(at, endOfLine(text, at));
    const piece = pieceAt(pieces, at);
    const goesOn = piece?.kind === 'quoted' && piece.start < at;
    if (!goesOn && row.trim() === '') continue;
    const first = at + columnOf(text, at);
    if (!goesOn && pieceAt(pieces, first)?.kind === 'comment') continue;
    if (!goesOn && columnOf(text, at) <= column && !/^\s*[)\]}]/.test(row)) return end;
    end = trimmed(text, pieces, at);
  }
  return end;
}

/** The end of the line, without a comment. */
function trimmed(text: string, pieces: readonly Piece[], line: number): number {
  const end = endOfLine(text, line);
  const piece = pieceAt(pieces, end - 1);
  const code =
    piece?.kind === 'comment' ? text.slice(line, Math.max(line, piece.start)) : text.slice(line, end);
  return line + code.trimEnd().length;
}
