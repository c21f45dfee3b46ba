import { isObject, itemsOf } from '../../support/json.ts';
import type { DocumentSymbol } from '../model.ts';
import { byRange } from './order.ts';
import { readLocation, type UriRange } from './read-locations.ts';
import { readRange } from './read-range.ts';

/** A symbol of any document, as a server names it. */
export interface UriSymbol extends UriRange {
  readonly name: string;
  readonly kind: number;
  readonly containerName?: string;
}

/** The name and kind of a symbol. */
interface Label {
  readonly name: string;
  readonly kind: number;
}

/** A symbol and its children, which are not read yet. */
interface Branch {
  readonly symbol: DocumentSymbol;
  readonly children: unknown;
}

/**
 * From `DocumentSymbol[] | SymbolInformation[] | null`, flat: depth first, siblings in the order of
 * their ranges (gateway-contract 7.4). A malformed symbol is left out with all that it holds.
 */
export function* readDocumentSymbols(result: unknown): Generator<DocumentSymbol> {
  // No recursion: a server may nest symbols deeper than our stack.
  const ahead = lastFirst(result);
  for (let branch = ahead.pop(); branch !== undefined; branch = ahead.pop()) {
    yield branch.symbol;
    for (const child of lastFirst(branch.children, branch.symbol.name)) ahead.push(child);
  }
}

/**
 * From `SymbolInformation[] | WorkspaceSymbol[] | null`, in the server's order. Malformed symbols
 * are left out. So are symbols without a range: we do not announce to servers that we would request
 * one.
 */
export function* readWorkspaceSymbols(result: unknown): Generator<UriSymbol> {
  for (const item of itemsOf(result)) {
    const label = readLabel(item);
    const location = isObject(item) ? readLocation(item['location']) : undefined;
    if (label !== undefined && location !== undefined) yield { ...label, ...location, ...containedIn(item) };
  }
}

/**
 * Never undefined for a number: LSP lets clients map an unknown kind to another one, and VS Code
 * maps it to Property.
 */
export function readKind(value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined;
  return Number.isInteger(value) && value >= 1 && value <= LAST_KIND ? value : PROPERTY;
}

const PROPERTY = 7;
const LAST_KIND = 26;

/** The siblings as a stack. */
function lastFirst(siblings: unknown, parent?: string): Branch[] {
  const branches = itemsOf(siblings).flatMap((item) => readBranch(item, parent) ?? []);
  return branches.sort((a, b) => byRange(a.symbol.range, b.symbol.range)).reverse();
}

function readBranch(item: unknown, parent: string | undefined): Branch | undefined {
  const label = readLabel(item);
  if (label === undefined || !isObject(item)) return undefined;
  if (item['location'] !== undefined) {
    const range = readLocation(item['location'])?.range;
    return (
      range && {
        symbol: { ...label, range, selectionRange: range, ...containedIn(item) },
        children: undefined,
      }
    );
  }
  const range = readRange(item['range']);
  const selectionRange = readRange(item['selectionRange']);
  return (
    range &&
    selectionRange && {
      symbol: { ...label, range, selectionRange, ...named(parent) },
      children: item['children'],
    }
  );
}

function readLabel(item: unknown): Label | undefined {
  if (!isObject(item) || typeof item['name'] !== 'string') return undefined;
  const kind = readKind(item['kind']);
  return kind === undefined ? undefined : { name: item['name'], kind };
}

function containedIn(item: unknown): Pick<DocumentSymbol, 'containerName'> {
  return named(isObject(item) ? item['containerName'] : undefined);
}

function named(containerName: unknown): Pick<DocumentSymbol, 'containerName'> {
  return typeof containerName === 'string' && containerName !== '' ? { containerName } : {};
}
