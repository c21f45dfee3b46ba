import type { Place, Position } from '../../backend/model.ts';
import type { SymbolSyntax } from '../../backend/symbols/syntax.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { containsPosition } from '../navigate/by-name/owners.ts';
import { partsOf } from '../navigate/spelling/name.ts';
import type { RefactoringContext } from './refactoring.ts';

/** What has the member that a text names, as far as that is known. */
export type MemberOf = 'owner' | 'unknown' | 'another';

export interface MemberQuestion {
  readonly path: AdmittedPath;
  /** Where the text says the name. */
  readonly position: Position;
  readonly row: string;
  readonly name: string;
  readonly syntax: Pick<SymbolSyntax, 'namesMember'> | undefined;
  /** What holds the symbol is declared there. */
  readonly isOwner: (place: Place) => boolean;
}

/**
 * For `getattr(cart, "total")`, what the type of `cart` says; undefined where a text names no member,
 * or its type has none of the name of its own: it may be derived from what has.
 */
export async function memberOf(
  navigation: RefactoringContext['navigation'],
  { path, position, row, name, syntax, isOwner }: MemberQuestion,
  cancel: AbortSignal,
): Promise<MemberOf | undefined> {
  const match = syntax?.namesMember?.exec(row.slice(0, position.character));
  const [character] = match?.indices?.groups?.['of'] ?? [];
  if (character === undefined) return undefined;
  const at = { filePath: path, position: { line: position.line, character } };
  const answer = await navigation.typeDefinition(at, cancel);
  if (answer.kind === 'failed') return undefined;
  const { items, outside } = answer.value;
  if (items.length + outside === 0) return 'unknown';
  if (items.some(isOwner)) return 'owner';
  for (const type of items) {
    const listed = await navigation.documentSymbols(type.path, cancel);
    const symbols = listed.kind === 'found' ? listed.value : [];
    const holders = symbols.filter((one) => containsPosition(one.selectionRange, type.range.start));
    const hasOwn = symbols.some(
      (one) =>
        partsOf(one.name).at(-1) === name &&
        holders.some((holder) => holder !== one && containsPosition(holder.range, one.selectionRange.start)),
    );
    if (hasOwn) return 'another';
  }
  return undefined;
}
