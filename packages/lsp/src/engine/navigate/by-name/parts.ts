import type { DocumentSymbol, Position } from '../../../backend/model.ts';
import { comparePositions } from '../../../backend/navigation/order.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { ENDS, type Found, found } from '../found.ts';
import type { Navigation } from '../navigator.ts';
import { rowIn, type SymbolCandidate } from './candidate.ts';
import { outlineOfFile } from './outline.ts';

type Syntax = Pick<SymbolSyntax, 'laterPart'> | undefined;

/**
 * The definition that a later one adds to: of a property and its setter the first says what it is.
 *
 * @param all those of the file, also those that its server does not list
 */
export function firstPart(
  symbol: DocumentSymbol,
  all: readonly DocumentSymbol[],
  lines: readonly string[],
  syntax: Syntax,
): DocumentSymbol {
  if (!isLaterPart(symbol.selectionRange.start, lines, syntax)) return symbol;
  const before = siblings(symbol, all).filter(
    (one) => comparePositions(one.selectionRange.start, symbol.selectionRange.start) < 0,
  );
  return (
    before.findLast((one) => !isLaterPart(one.selectionRange.start, lines, syntax)) ?? before[0] ?? symbol
  );
}

/** Those that add to a definition, in their order. */
export function laterParts(
  symbol: DocumentSymbol,
  all: readonly DocumentSymbol[],
  lines: readonly string[],
  syntax: Syntax,
): DocumentSymbol[] {
  const after = siblings(symbol, all).filter(
    (one) => comparePositions(one.selectionRange.start, symbol.selectionRange.start) > 0,
  );
  const end = after.findIndex((one) => !isLaterPart(one.selectionRange.start, lines, syntax));
  return end < 0 ? after : after.slice(0, end);
}

/** What of a candidate is another one's; nothing where it is the first. */
export async function firstPartAt(
  navigation: Navigation,
  path: AdmittedPath,
  position: Position,
  cancel: AbortSignal,
): Promise<Found<Pick<SymbolCandidate, 'row'> & Partial<Pick<SymbolCandidate, 'position'>>>> {
  const syntax = navigation.symbolSyntax(path);
  if (!isLaterPart(position, navigation.lines(path), syntax)) return found({});
  const { listed, all, lines } = await outlineOfFile(navigation, path, cancel);
  if (listed.kind === 'failed') return ENDS.includes(listed.why) ? listed : found({});
  const there = all.find(({ selectionRange }) => comparePositions(selectionRange.start, position) === 0);
  if (there === undefined) return found({});
  const { start } = firstPart(there, all, lines, syntax).selectionRange;
  return found({ position: start, ...rowIn(lines, start) });
}

function siblings({ name, containerName }: DocumentSymbol, all: readonly DocumentSymbol[]): DocumentSymbol[] {
  return all.filter((one) => one.name === name && one.containerName === containerName);
}

/** By what stands right above its line. */
function isLaterPart({ line }: Position, lines: readonly string[], syntax: Syntax): boolean {
  if (syntax?.laterPart === undefined) return false;
  for (let above = line - 1; above >= 0; above -= 1) {
    const row = lines[above] ?? '';
    if (syntax.laterPart.test(row)) return true;
    if (!/^\s*@/.test(row)) return false;
  }
  return false;
}
