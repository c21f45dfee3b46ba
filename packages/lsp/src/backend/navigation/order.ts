import { compareText } from '../../support/compare.ts';
import type {
  Call,
  DocumentSymbol,
  Hover,
  HoverPart,
  Place,
  Position,
  Range,
  WorkspaceSymbol,
} from '../model.ts';

/**
 * The canonical order of each kind of answer (gateway-contract 4.2), and what makes two answers the
 * same (4.3). The order in which a server found them must not show. Where the contract leaves two
 * different answers without an order, their remaining fields decide.
 */

export function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}

export function byRange(a: Range, b: Range): number {
  return comparePositions(a.start, b.start) || comparePositions(a.end, b.end);
}

export function comparePlaces(a: Place, b: Place): number {
  return compareText(a.path, b.path) || byRange(a.range, b.range);
}

export function compareDocumentSymbols(a: DocumentSymbol, b: DocumentSymbol): number {
  return byRange(a.range, b.range) || compareNames(a, b) || byRange(a.selectionRange, b.selectionRange);
}

export function compareWorkspaceSymbols(a: WorkspaceSymbol, b: WorkspaceSymbol): number {
  return comparePlaces(a, b) || compareNames(a, b);
}

/** For different functions. */
export function compareCalls(a: Call, b: Call): number {
  return (
    compareText(a.path, b.path) ||
    byRange(a.selectionRange, b.selectionRange) ||
    compareText(a.name, b.name) ||
    a.kind - b.kind ||
    byRange(a.range, b.range)
  );
}

export function placeKey({ path, range }: Place): string {
  return `${wordKey(path)};${rangeKey(range)}`;
}

export function documentSymbolKey({
  name,
  kind,
  range,
  selectionRange,
  containerName,
}: DocumentSymbol): string {
  return `${wordKey(name)};${kind};${rangeKey(range)};${rangeKey(selectionRange)};${wordKey(containerName)}`;
}

export function workspaceSymbolKey({ path, range, name, kind, containerName }: WorkspaceSymbol): string {
  return `${wordKey(path)};${rangeKey(range)};${wordKey(name)};${kind};${wordKey(containerName)}`;
}

/**
 * The sites count, so that no call is lost of two by the same function before `mergeCalls` merges
 * them.
 */
export function callKey(call: Call): string {
  return [callerKey(call), ...call.sites.map(placeKey)].join('|');
}

/** Sorted, each function once, with all the sites that were named for it. */
export function mergeCalls(calls: readonly Call[]): Call[] {
  const merged = [...Map.groupBy(calls, callerKey).values()].flatMap((same) => {
    const sites = withoutRepeats(same.flatMap((call) => call.sites).sort(comparePlaces), comparePlaces);
    return same.slice(0, 1).map((call) => ({ ...call, sites }));
  });
  return merged.sort(compareCalls);
}

/** All their parts. The range is kept only if no hover has another one. */
export function mergeHovers(hovers: readonly Hover[]): Hover | undefined {
  const parts = sortedParts(hovers.flatMap((hover) => hover.parts));
  if (parts.length === 0) return undefined;
  const [range, ...others] = hovers.flatMap((hover) => hover.range ?? []);
  return {
    parts,
    ...(range !== undefined && others.every((other) => byRange(range, other) === 0) && { range }),
  };
}

/** Each once. */
export function sortedParts(parts: readonly HoverPart[]): HoverPart[] {
  return withoutRepeats(parts.toSorted(compareParts), compareParts);
}

/** Each once. */
export function sortedRanges(ranges: readonly Range[]): Range[] {
  return withoutRepeats(ranges.toSorted(byRange), byRange);
}

function compareParts(a: HoverPart, b: HoverPart): number {
  return compareText(a.kind, b.kind) || compareText(a.value, b.value);
}

function compareNames(a: Named, b: Named): number {
  return compareText(a.name, b.name) || a.kind - b.kind || missingLast(a.containerName, b.containerName);
}

interface Named {
  readonly name: string;
  readonly kind: number;
  readonly containerName?: string;
}

function missingLast(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareText(a, b);
}

/** For a sorted list. */
function withoutRepeats<T>(sorted: readonly T[], compare: (a: T, b: T) => number): T[] {
  return sorted.filter((item, index) => {
    const before = sorted[index - 1];
    return before === undefined || compare(before, item) !== 0;
  });
}

function callerKey({ path, range, selectionRange, name, kind }: Call): string {
  return `${wordKey(path)};${rangeKey(range)};${rangeKey(selectionRange)};${wordKey(name)};${kind}`;
}

/** The length comes first, since the word may contain any separator. */
function wordKey(word: string | undefined): string {
  return word === undefined ? '' : `${word.length}=${word}`;
}

function rangeKey({ start, end }: Range): string {
  return `${start.line}:${start.character}:${end.line}:${end.character}`;
}
