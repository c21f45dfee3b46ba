import type { DocumentSymbol, Place } from '../../../backend/model.ts';
import { containsPosition } from '../../../engine/navigate/by-name/owners.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { holderOf, type Nested, nested } from '../../../engine/navigate/by-name/nesting.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import { WholeRanges } from './whole-ranges.ts';

/** Of how many files of a page the outlines are asked for. */
const MOST_FILES = 50;

type Holding = Pick<Navigation, 'documentSymbols' | 'lines' | 'symbolSyntax'>;

/** LSP's SymbolKinds of properties, fields, variables and constants, and of what has locals. */
const VARIABLES: readonly number[] = [7, 8, 13, 14];
const FUNCTIONS: readonly number[] = [6, 9, 12];

/** Quirk(pyright): the range of a variable is its name alone, and its value stands in nothing. */
function withValues(
  navigation: Holding,
  path: AdmittedPath,
  symbols: readonly DocumentSymbol[],
): readonly DocumentSymbol[] {
  const syntax = navigation.symbolSyntax(path);
  if (syntax?.namesOnly !== true) return symbols;
  const functions = symbols.filter(({ kind }) => FUNCTIONS.includes(kind));
  const ranges = new WholeRanges(navigation.lines(path).join('\n'), symbols, syntax);
  return symbols.map((symbol) => {
    const isOne =
      VARIABLES.includes(symbol.kind) &&
      !functions.some(({ range }) => containsPosition(range, symbol.range.start));
    return isOne ? { ...symbol, range: ranges.of(symbol) } : symbol;
  });
}

/** The symbol that each place stands in, where its server lists one. Places of one file are together. */
export async function holdersOf(
  navigation: Holding,
  places: readonly Place[],
  cancel: AbortSignal,
): Promise<(string | undefined)[]> {
  const paths = [...new Set(places.map(({ path }) => path))].slice(0, MOST_FILES);
  const outlines = new Map<AdmittedPath, readonly Nested[]>(
    await Promise.all(
      paths.map(async (path) => {
        const listed = await navigation.documentSymbols(path, cancel);
        const symbols = listed.kind === 'found' ? listed.value : [];
        return [path, nested(withValues(navigation, path, symbols))] as const;
      }),
    ),
  );
  return places.map(({ path, range: { start } }) => holderOf(outlines.get(path) ?? [], start));
}
