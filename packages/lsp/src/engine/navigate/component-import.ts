import { basename } from 'node:path';
import type { DocumentSymbol, Place } from '../../backend/model.ts';
import { offsetAt } from '../../backend/navigation/lines.ts';
import { comparePositions } from '../../backend/navigation/order.ts';
import { nameAt } from '../../backend/navigation/name-at.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import { partsOf } from './spelling/name.ts';
import { mentionIn } from './spelling/whole-words.ts';
import { ENDS, type Found, found, type Listing, type TextDocumentPosition } from './found.ts';

/** Where a name is declared that a file imports from a component, which its own server cannot read. */
export type ComponentImport =
  | { readonly kind: 'declared'; readonly at: TextDocumentPosition }
  /** The component, which no server lists the symbols of. */
  | { readonly kind: 'unknown'; readonly path: AdmittedPath };

/** What a navigator can say. */
export interface Lookup {
  admit(filePath: string): Found<AdmittedPath>;
  lines(path: AdmittedPath): readonly string[];
  definition(at: TextDocumentPosition, cancel: AbortSignal): Promise<Found<Listing<Place>>>;
  documentSymbols(filePath: string, cancel: AbortSignal): Promise<Found<readonly DocumentSymbol[]>>;
}

/** Undefined where the name is not imported from a component. */
export async function componentImport(
  { registry, graphs, disk }: Pick<SessionServers, 'registry' | 'graphs' | 'disk'>,
  navigator: Lookup,
  at: TextDocumentPosition,
  cancel: AbortSignal,
): Promise<Found<ComponentImport | undefined>> {
  const owns = registry.forFile(at.filePath);
  const endings = owns.flatMap(({ id }) => registry.embeddersOf(id)).flatMap(({ extensions }) => extensions);
  const language = owns.find(({ imports }) => imports?.importedAt !== undefined)?.imports;
  const admitted = navigator.admit(at.filePath);
  if (language === undefined || endings.length === 0 || admitted.kind === 'failed') return found(undefined);
  const text = navigator.lines(admitted.value).join('\n');
  const [name, offset] = [nameAt(text, at.position), offsetAt(text, at.position)];
  if (name === undefined || offset === undefined) return found(undefined);
  const imported = language.importedAt?.(text, offset, name);
  if (imported === undefined || !endings.some((one) => imported.specifier.endsWith(one)))
    return found(undefined);
  const declared = await navigator.definition(at, cancel);
  if (declared.kind === 'failed' && ENDS.includes(declared.why)) return declared;
  const isOther = (declared.kind === 'found' ? declared.value.items : []).some(({ path, range }) => {
    const start = offsetAt(text, range.start) ?? -1;
    return path === admitted.value && (start < imported.start || start >= imported.end);
  });
  if (isOther) return found(undefined);
  const graph = await graphs.of({ imports: language });
  const path = [...disk.files(endings).keys()].find(
    (one) =>
      basename(one) === basename(imported.specifier) &&
      graph?.leadsTo(admitted.value, imported.specifier, one) === true,
  );
  if (path === undefined) return found(undefined);
  const listed = await navigator.documentSymbols(path, cancel);
  if (listed.kind === 'failed' && ENDS.includes(listed.why)) return listed;
  const symbols = listed.kind === 'found' ? listed.value : [];
  const [symbol, ...others] = symbols.filter(
    (one) => partsOf(one.name).at(-1) === name && !symbols.some((around) => holds(around, one)),
  );
  const position = symbol && mentionIn(navigator.lines(path), symbol.selectionRange, name);
  return found(
    position === undefined || others.length > 0
      ? { kind: 'unknown', path }
      : { kind: 'declared', at: { filePath: path, position } },
  );
}

/** LSP's SymbolKinds of types, functions, variables and objects: what stands in one is no export. */
const HOLDING: readonly number[] = [5, 6, 9, 10, 11, 12, 13, 14, 19, 23];

function holds(around: DocumentSymbol, one: DocumentSymbol): boolean {
  return (
    around !== one &&
    HOLDING.includes(around.kind) &&
    comparePositions(around.range.start, one.range.start) <= 0 &&
    comparePositions(one.range.end, around.range.end) <= 0 &&
    comparePositions(around.selectionRange.start, one.selectionRange.start) !== 0
  );
}
