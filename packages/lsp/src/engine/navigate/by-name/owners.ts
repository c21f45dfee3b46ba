import type { DocumentSymbol, Place, Position, Range } from '../../../backend/model.ts';
import { comparePositions } from '../../../backend/navigation/order.ts';
import { ENDS, type Found, found } from '../found.ts';
import type { Navigation } from '../navigator.ts';
import { fits, type WantedName, wordsOfPath } from '../spelling/name.ts';

/** The names of the symbols that contain a symbol, without its file's folders. */
export function ownersOf(symbols: readonly DocumentSymbol[], symbol: DocumentSymbol): string[] {
  const around = symbols.filter(
    (other) =>
      other !== symbol &&
      containsPosition(other.range, symbol.range.start) &&
      containsPosition(other.range, symbol.range.end),
  );
  return [
    ...around.map(({ name }) => name),
    ...(symbol.containerName === undefined ? [] : [symbol.containerName]),
  ];
}

export function containsPosition({ start, end }: Range, position: Position): boolean {
  return comparePositions(start, position) <= 0 && comparePositions(position, end) <= 0;
}

/** Whether a declaration at one of these places matches the name and its qualifiers. */
export async function isDeclaredAs(
  navigation: Navigation,
  wanted: WantedName,
  places: readonly Place[],
  cancel: AbortSignal,
): Promise<Found<boolean>> {
  for (const { path, range } of places) {
    const listed = await navigation.documentSymbols(path, cancel);
    if (listed.kind === 'failed') {
      if (ENDS.includes(listed.why)) return listed;
      continue;
    }
    const symbols = listed.value;
    const folders = wordsOfPath(navigation.relative(path));
    const isOne = symbols.some(
      (symbol) =>
        containsPosition(symbol.selectionRange, range.start) &&
        fits(wanted, symbol.name, () => [...folders, ...ownersOf(symbols, symbol)]),
    );
    if (isOne) return found(true);
  }
  return found(false);
}
