import type { DocumentSymbol, Place } from '../../../backend/model.ts';
import { containsPosition } from '../../../engine/navigate/by-name/owners.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { FUNCTIONS, holderOf, type Nested, nested } from '../../../engine/navigate/by-name/nesting.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import { WholeRanges } from './whole-ranges.ts';

/** Of how many files the outlines are asked for: each is shown to its server. */
const MOST_FILES = 16;
/** The same where the holders are what was asked for. */
const MOST_GROUPED = 50;

type Holding = Pick<Navigation, 'documentSymbols' | 'lines' | 'symbolSyntax'>;

/** LSP's SymbolKinds of properties, fields, variables and constants. */
const VARIABLES: readonly number[] = [7, 8, 13, 14];

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

/** The symbols that places stand in. */
export class Holders {
  /** By the lines of a text: as long as these are kept, the outline is known. */
  readonly #outlines = new WeakMap<readonly string[], readonly Nested[]>();

  constructor(private readonly navigation: Holding) {}

  /**
   * Of each place, where its server lists one. Places of one file are together.
   *
   * @param isGrouped the holders are what was asked for
   */
  async of(
    places: readonly Place[],
    isGrouped: boolean,
    cancel: AbortSignal,
  ): Promise<(string | undefined)[]> {
    const paths = [...new Set(places.map(({ path }) => path))].slice(
      0,
      isGrouped ? MOST_GROUPED : MOST_FILES,
    );
    const outlines = new Map(
      await Promise.all(paths.map(async (path) => [path, await this.#outlineOf(path, cancel)] as const)),
    );
    return places.map(({ path, range: { start } }) => holderOf(outlines.get(path) ?? [], start));
  }

  async #outlineOf(path: AdmittedPath, cancel: AbortSignal): Promise<readonly Nested[]> {
    const lines = this.navigation.lines(path);
    const known = this.#outlines.get(lines);
    if (known !== undefined) return known;
    const listed = await this.navigation.documentSymbols(path, cancel, true);
    if (listed.kind === 'failed') return [];
    const outline = nested(withValues(this.navigation, path, listed.value));
    if (this.navigation.lines(path) === lines) this.#outlines.set(lines, outline);
    return outline;
  }
}
