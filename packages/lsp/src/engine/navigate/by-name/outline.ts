import type { DocumentSymbol } from '../../../backend/model.ts';
import { compareDocumentSymbols } from '../../../backend/navigation/order.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';
import { positionsIn } from '../../../client/documents/text-edit.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { type Found, SUPERSEDED } from '../found.ts';
import type { Navigation } from '../navigator.ts';
import { outlineOf } from '../outline/outline.ts';

/** The symbols of a file and its lines, both from the same text. */
export interface Outlined {
  readonly listed: Found<readonly DocumentSymbol[]>;
  /** With those that the text has beside the one of several of a name that its server lists. */
  readonly all: readonly DocumentSymbol[];
  readonly lines: readonly string[];
}

export async function outlineOfFile(
  navigation: Navigation,
  path: AdmittedPath,
  cancel: AbortSignal,
): Promise<Outlined> {
  const lines = navigation.lines(path);
  const listed = await navigation.documentSymbols(path, cancel);
  if (listed.kind === 'failed') return { listed, all: [], lines };
  if (!areSame(lines, navigation.lines(path))) return { listed: SUPERSEDED, all: [], lines };
  return { listed, all: withUnlisted(listed.value, lines, navigation.symbolSyntax(path)), lines };
}

function withUnlisted(
  listed: readonly DocumentSymbol[],
  lines: readonly string[],
  syntax: SymbolSyntax | undefined,
): readonly DocumentSymbol[] {
  if (syntax?.definitions === undefined) return listed;
  const text = lines.join('\n');
  const outline = outlineOf(text, listed, syntax);
  if (outline === undefined || outline.symbols.length === listed.length) return listed;
  const known = new Set(listed.map(({ selectionRange }) => outline.offsetAt(selectionRange.start)));
  const unlisted = outline.symbols.filter(({ nameStart }) => !known.has(nameStart));
  const positionAt = positionsIn(text);
  const added = unlisted.map(
    ({ label, kind, container, start, end, nameStart, nameEnd }): DocumentSymbol => ({
      name: label,
      kind,
      range: { start: positionAt(start), end: positionAt(end) },
      selectionRange: { start: positionAt(nameStart), end: positionAt(nameEnd) },
      ...(container !== undefined && { containerName: container }),
    }),
  );
  return [...listed, ...added].sort(compareDocumentSymbols);
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return (
    some === others || (some.length === others.length && some.every((line, index) => line === others[index]))
  );
}
