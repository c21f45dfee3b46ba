import type { DocumentSymbol, Place, Position } from '../../backend/model.ts';
import { comparePositions } from '../../backend/navigation/order.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { identifiersIn, partsOf } from '../navigate/spelling/name.ts';
import { ownersOf } from '../navigate/by-name/owners.ts';
import type { RefactoringContext } from './refactoring.ts';

/** Types of a file that have a member of the name, which is another symbol. */
export class Namesakes {
  private constructor(
    private readonly symbols: readonly DocumentSymbol[],
    private readonly owners: ReadonlySet<string>,
  ) {}

  static async in(
    navigation: RefactoringContext['navigation'],
    path: AdmittedPath,
    name: string,
    isOwn: (place: Place) => boolean,
    cancel: AbortSignal,
  ): Promise<Namesakes> {
    const listed = await navigation.documentSymbols(path, cancel);
    const symbols = listed.kind === 'found' ? listed.value : [];
    const owners = { own: new Set<string>(), others: new Set<string>() };
    for (const symbol of symbols) {
      const parts = partsOf(symbol.name);
      if (parts.at(-1) !== name) continue;
      const around = [...parts.slice(0, -1), ...ownersOf(symbols, symbol)].flatMap(identifiersIn);
      const side = isOwn({ path, range: symbol.selectionRange }) ? owners.own : owners.others;
      for (const one of around) side.add(one);
    }
    return new Namesakes(symbols, owners.others.difference(owners.own));
  }

  /**
   * Whether what a text says of the name, it says of such a type: it stands in it, or right above it.
   *
   * @param beside the line of the code that it belongs to
   */
  areMeant(position: Position, beside: number): boolean {
    return this.symbols.some(
      ({ name, range, selectionRange }) =>
        this.owners.has(partsOf(name).at(-1) ?? '') &&
        // A comment behind its last line is its own, too.
        ((comparePositions(range.start, position) <= 0 && position.line <= range.end.line) ||
          selectionRange.start.line === beside),
    );
  }
}
