import type { DocumentSymbol, Range } from '../../../backend/model.ts';
import { comparePositions } from '../../../backend/navigation/order.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import { positionsIn } from '../../../client/documents/text-edit.ts';
import { extentOf } from '../../../engine/refactor/symbols/extent.ts';
import { type Outline, outlineOf } from '../../../engine/navigate/outline/outline.ts';

/** The ranges of a file's symbols, with what a server leaves out: a template, a variable's value. */
export class WholeRanges {
  readonly #outline: Outline | undefined;
  readonly #byStart: ReadonlyMap<number, Outline['symbols']>;
  readonly #positionAt: ReturnType<typeof positionsIn>;

  /** @param syntax undefined where it is not known how definitions stand in the text */
  constructor(
    text: string,
    listed: readonly DocumentSymbol[],
    private readonly syntax: SymbolSyntax | undefined,
  ) {
    this.#outline = syntax && outlineOf(text, listed, syntax);
    this.#byStart = Map.groupBy(this.#outline?.symbols ?? [], ({ nameStart }) => nameStart);
    this.#positionAt = positionsIn(text);
  }

  of({ name, range, selectionRange }: DocumentSymbol): Range {
    const nameStart = this.#outline?.offsetAt(selectionRange.start);
    const symbol = this.#byStart.get(nameStart ?? -1)?.find((one) => one.label === name);
    if (this.syntax === undefined || this.#outline === undefined || symbol === undefined) return range;
    const extent = extentOf(this.#outline, symbol, this.syntax);
    if (typeof extent === 'string') return range;
    const start = this.#positionAt(extent.definition + extent.indentation.length);
    const end = this.#positionAt(extent.separatorEnd);
    return {
      start: comparePositions(start, range.start) < 0 ? start : range.start,
      end: comparePositions(end, range.end) > 0 ? end : range.end,
    };
  }
}
