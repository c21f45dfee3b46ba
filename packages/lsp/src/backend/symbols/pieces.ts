import type { SymbolSyntax } from './syntax.ts';

/** A comment or a quoted text: offsets in UTF-16 code units, the end is exclusive. */
export interface Piece {
  readonly kind: 'comment' | 'quoted';
  readonly start: number;
  readonly end: number;
}

/** In the order of the text. The line end after a comment is no part of it. */
export function piecesOf(text: string, { tokens }: Pick<SymbolSyntax, 'tokens'>): Piece[] {
  return Array.from(text.matchAll(tokens), ({ 0: found, index, groups }): Piece => {
    const isComment = groups?.['comment'] !== undefined;
    const length = isComment && found.endsWith('\r') ? found.length - 1 : found.length;
    return { kind: isComment ? 'comment' : 'quoted', start: index, end: index + length };
  });
}

/** The piece that holds this offset. */
export function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const piece = pieces[low];
  return piece !== undefined && piece.start <= offset ? piece : undefined;
}
