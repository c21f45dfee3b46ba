import { offsetsIn } from '../../backend/navigation/lines.ts';
import type { Position } from '../../backend/model.ts';
import { type Piece, pieceAt, piecesOf } from '../../backend/symbols/pieces.ts';
import type { SymbolSyntax } from '../../backend/symbols/syntax.ts';

/** So much before a name tells whether it is code, UTF-16 code units. */
const MARKUP = 500;

/** A text, and what is code in it. */
export class NamedLines {
  readonly #pieces: readonly Piece[];
  readonly #offsetAt: (position: Position) => number | undefined;
  readonly #rows: readonly string[];
  readonly #sharesNames: boolean;
  #beside: { readonly above: Int32Array; readonly below: Int32Array } | undefined;

  constructor(
    text: string,
    private readonly syntax: SymbolSyntax | undefined,
  ) {
    this.#pieces = syntax === undefined ? [] : piecesOf(text, syntax);
    this.#offsetAt = offsetsIn(text);
    this.#rows = text.split('\n');
    this.#sharesNames = syntax?.sharesNames?.test(text) !== false;
  }

  row({ line }: Position): string {
    return this.#rows[line] ?? '';
  }

  isCodeInMarkup(position: Position): boolean {
    const { character } = position;
    const before = this.row(position).slice(Math.max(0, character - MARKUP), character);
    return this.#sharesNames && this.syntax?.codeInMarkup?.test(before) === true;
  }

  pieceAt(position: Position): Piece['kind'] | undefined {
    return pieceAt(this.#pieces, this.#offsetAt(position) ?? -1)?.kind;
  }

  /**
   * The line of code that a comment or a text belongs to: its own, or the first below it; above it
   * for a text that begins its line, as a docstring does.
   */
  codeBeside({ line, character }: Position): number {
    this.#beside ??= this.#linesOfCode();
    const { above, below } = this.#beside;
    return (this.pieceAt({ line, character }) === 'quoted' ? above : below)[line] ?? -1;
  }

  /** For each line the first one with code, in both directions. */
  #linesOfCode(): { readonly above: Int32Array; readonly below: Int32Array } {
    const count = this.#rows.length;
    const [above, below] = [new Int32Array(count), new Int32Array(count)];
    for (let line = 0; line < count; line += 1)
      above[line] = this.#hasCode(line) ? line : line === 0 ? -1 : (above[line - 1] ?? -1);
    for (let line = count - 1; line >= 0; line -= 1)
      below[line] = above[line] === line ? line : (below[line + 1] ?? -1);
    return { above, below };
  }

  #hasCode(line: number): boolean {
    const row = this.#rows[line] ?? '';
    // A row that begins with a comment or a text may go on with code.
    for (const { index } of row.matchAll(/\S/g))
      if (this.pieceAt({ line, character: index }) === undefined) return true;
    return false;
  }
}
