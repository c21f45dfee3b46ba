import { comparePositions } from '../../../navigation/order.ts';
import type { Position } from '../../../navigation/model.ts';
import type { AdmittedPath } from '../../../paths.ts';
import { compareText } from '../../../compare.ts';
import type { TextDocumentPosition } from '../../../service/found.ts';

/** What may be meant by a name, and where one asks about it. */
export interface Candidate {
  readonly name: string;
  /** LSP's SymbolKind; undefined for a name in the text that no server has listed. */
  readonly kind?: number;
  readonly path: AdmittedPath;
  readonly position: Position;
  /** The line that its name was found in. */
  readonly row?: string;
  /** What it is in. */
  readonly container?: string;
  /** What it is reached through in the text, of a name there: of `total` in `this.cart.total`, `this` and `cart`. */
  readonly chain?: readonly string[];
}

/** The line of a position, to be spread into a candidate; nothing where there is none. */
export function rowIn(lines: readonly string[], { line }: Position): Pick<Candidate, 'row'> {
  const row = lines[line];
  return row === undefined ? {} : { row };
}

/** Where one asks about it. */
export function spotOf({ path, position, row }: Pick<Candidate, 'path' | 'position' | 'row'>): TextDocumentPosition {
  return { filePath: path, position, ...(row !== undefined && { expectedLine: row }) };
}

export function compareCandidates(a: Candidate, b: Candidate): number {
  return compareText(a.path, b.path) || comparePositions(a.position, b.position) || compareText(a.name, b.name) || (a.kind ?? 0) - (b.kind ?? 0);
}

/** What a name came to: one symbol, or several of which somebody has to choose. */
export type Meaning =
  | { readonly kind: 'one'; readonly candidate: Candidate }
  /** Sorted. `left` are not among them: there are too many. */
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[]; readonly left: number };

/** How many are looked into, and handed out. */
export const MAX_CANDIDATES = 20;
