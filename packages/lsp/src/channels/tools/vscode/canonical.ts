import { compareText } from '../../../support/compare.ts';
import type * as model from '../../../backend/model.ts';
import { byRange } from '../../../backend/navigation/order.ts';
import { type AdmittedPath, toUri } from '../../../support/paths.ts';
import { sha256Hex } from '../paging/state.ts';
import type { DocumentSymbol, Location, WorkspaceSymbol } from './schemas.ts';

/**
 * The core's answers in the gateway's form: with ids, and with URIs, which sort differently from
 * paths. The answers are already ordered and without duplicates. This file does only what the URIs
 * change.
 */

export function locationsOf(places: readonly model.Place[]): Location[] {
  const uriOf = uris();
  return places
    .map(({ path, range }) => ({ uri: uriOf(path), range }))
    .sort((a, b) => compareText(a.uri, b.uri) || byRange(a.range, b.range));
}

/**
 * Without their ids, which only the items of one page need.
 *
 * Sorted by URI, range, name, kind, and container; a missing container comes last.
 */
export function workspaceSymbolsOf(symbols: readonly model.WorkspaceSymbol[]): Omit<WorkspaceSymbol, 'id'>[] {
  const uriOf = uris();
  return (
    symbols
      .map(({ name, kind, path, range, containerName }) => ({
        name,
        kind,
        location: { uri: uriOf(path), range },
        ...(containerName !== undefined && { containerName }),
      }))
      // Sorting is stable: within a file the core's order remains.
      .sort((a, b) => compareText(a.location.uri, b.location.uri))
  );
}

/**
 * Canonical string of the id: `uri|name|kind|start|end|container`, a position as `line:character`.
 */
export function identified(symbol: Omit<WorkspaceSymbol, 'id'>): WorkspaceSymbol {
  const { name, kind, location, containerName = '' } = symbol;
  return { id: idOf(location.uri, name, kind, ...ends(location.range), containerName), ...symbol };
}

/**
 * Canonical string of an id: `uri|name|kind|start|end|selection start|selection end|container`, a
 * position as `line:character`.
 */
export function documentSymbolsOf(
  path: AdmittedPath,
  symbols: readonly model.DocumentSymbol[],
): DocumentSymbol[] {
  const uri = toUri(path);
  return symbols.map((symbol) => {
    const { name, kind, range, selectionRange, containerName = '' } = symbol;
    return { id: idOf(uri, name, kind, ...ends(range), ...ends(selectionRange), containerName), ...symbol };
  });
}

/** gateway-contract 3.7 */
export function idOf(...canonical: readonly (string | number)[]): string {
  return `sha256:${sha256Hex(canonical.join('|'))}`;
}

/** Start and end of a range in the form of canonical strings. */
export function ends({ start, end }: model.Range): [string, string] {
  return [`${start.line}:${start.character}`, `${end.line}:${end.character}`];
}

/** Cached: many places are in few files. */
function uris(): (path: AdmittedPath) => string {
  const known = new Map<AdmittedPath, string>();
  return (path) => {
    const uri = known.get(path) ?? toUri(path);
    known.set(path, uri);
    return uri;
  };
}
