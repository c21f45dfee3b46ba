import { comparePositions } from '../../../backend/navigation/order.ts';
import type { Position } from '../../../backend/model.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { compareText } from '../../../support/compare.ts';
import type { TextDocumentPosition } from '../found.ts';

/** A symbol that a name may mean, and the position for requests about it. */
export interface Candidate {
  readonly name: string;
  /** LSP's SymbolKind; undefined for a name in the text that no server has listed. */
  readonly kind?: number;
  readonly path: AdmittedPath;
  readonly position: Position;
  /** The text of the line with the name. */
  readonly row?: string;
  /** The symbol that contains it. */
  readonly container?: string;
  /**
   * For a name in the text, the names before it in its chain: for `total` in `this.cart.total`,
   * `this` and `cart`.
   */
  readonly chain?: readonly string[];
}

/** The line of a position, to spread into a candidate; empty where the line does not exist. */
export function rowIn(lines: readonly string[], { line }: Position): Pick<Candidate, 'row'> {
  const row = lines[line];
  return row === undefined ? {} : { row };
}

/** The position for requests about the candidate. */
export function textDocumentPositionOf({
  path,
  position,
  row,
}: Pick<Candidate, 'path' | 'position' | 'row'>): TextDocumentPosition {
  return { filePath: path, position, ...(row !== undefined && { expectedLine: row }) };
}

export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    compareText(a.path, b.path) ||
    comparePositions(a.position, b.position) ||
    compareText(a.name, b.name) ||
    (a.kind ?? 0) - (b.kind ?? 0)
  );
}

/** The result for a name: one symbol, or several to choose from. */
export type Meaning =
  | { readonly kind: 'one'; readonly candidate: Candidate }
  /** Sorted. `left` counts the candidates that were left out because there are too many. */
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[]; readonly left: number };

/** How many candidates are examined and returned. */
export const MAX_CANDIDATES = 20;
