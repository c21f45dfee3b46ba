import type { DocumentSymbol } from '../../../backend/model.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { type Found, SUPERSEDED } from '../found.ts';
import type { Navigation } from '../navigator.ts';

/** The symbols of a file and its lines, both from the same text. */
export interface Outlined {
  readonly listed: Found<readonly DocumentSymbol[]>;
  readonly lines: readonly string[];
}

export async function outlineOf(
  navigation: Navigation,
  path: AdmittedPath,
  cancel: AbortSignal,
): Promise<Outlined> {
  const lines = navigation.lines(path);
  const listed = await navigation.documentSymbols(path, cancel);
  return {
    listed: listed.kind === 'found' && !areSame(lines, navigation.lines(path)) ? SUPERSEDED : listed,
    lines,
  };
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return (
    some === others || (some.length === others.length && some.every((line, index) => line === others[index]))
  );
}
