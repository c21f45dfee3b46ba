import type * as model from '../../navigation/model.ts';
import type { Navigation } from '../../service/navigator.ts';
import { type Candidate, compareCandidates } from './by-name/candidate.ts';
import { MAX_NAME, MAX_SITES } from './limits.ts';
import { clip } from './plain-text.ts';
import type * as schemas from './schemas.ts';
import { SourceLines } from './source-lines.ts';
import { kindName } from './symbol-kinds.ts';

/** Answers in the shapes of the lsp_* catalogue: 1-based, workspace-relative, with their lines of source. */

export function rangeOf({ start, end }: model.Range): { line: number; character: number; endLine: number; endCharacter: number } {
  return { ...positionOf(start), endLine: end.line + 1, endCharacter: end.character + 1 };
}

export function positionOf({ line, character }: model.Position): { line: number; character: number } {
  return { line: line + 1, character: character + 1 };
}

export async function locationsOf(navigation: Navigation, places: readonly model.Place[]): Promise<schemas.Location[]> {
  const at = places.map((place) => ({ ...place, position: place.range.start }));
  const lines = await SourceLines.of(navigation, at);
  return at.map((place) => ({ file: navigation.relative(place.path), ...rangeOf(place.range), ...lines.at(place) }));
}

export async function workspaceSymbolsOf(navigation: Navigation, symbols: readonly model.WorkspaceSymbol[]): Promise<schemas.WorkspaceSymbol[]> {
  const at = symbols.map((symbol) => ({ ...symbol, position: symbol.range.start }));
  const lines = await SourceLines.of(navigation, at);
  return at.map((symbol) => ({
    ...labelOf(symbol),
    file: navigation.relative(symbol.path),
    range: rangeOf(symbol.range),
    ...containedIn(symbol.containerName),
    ...lines.at(symbol),
  }));
}

/** @param file as `Navigation` takes it */
export async function documentSymbolsOf(navigation: Navigation, path: model.Place['path'], symbols: readonly model.DocumentSymbol[]): Promise<schemas.DocumentSymbol[]> {
  const at = symbols.map((symbol) => ({ ...symbol, path, position: symbol.selectionRange.start }));
  const lines = await SourceLines.of(navigation, at);
  return at.map((symbol) => ({
    ...labelOf(symbol),
    ...positionOf(symbol.position),
    range: rangeOf(symbol.range),
    ...containedIn(symbol.containerName),
    ...lines.at(symbol),
  }));
}

export async function callsOf(navigation: Navigation, calls: readonly model.Call[], direction: 'incoming' | 'outgoing'): Promise<schemas.Call[]> {
  const at = calls.map((call) => ({ ...call, position: call.selectionRange.start, sites: call.sites.slice(0, MAX_SITES) }));
  // Of an outgoing call, nothing says in which file the sites are: who was asked about may itself only be mentioned in the file asked about.
  const sitesOf = ({ path, sites }: (typeof at)[number]) => (direction === 'incoming' ? sites.map(({ start }) => ({ path, position: start })) : []);
  const lines = await SourceLines.of(navigation, at.flatMap((call) => [call, ...sitesOf(call)]));
  return at.map((call) => ({
    ...labelOf(call),
    file: navigation.relative(call.path),
    ...positionOf(call.position),
    range: rangeOf(call.range),
    ...lines.at(call),
    sites: call.sites.map((site) => ({ ...rangeOf(site), ...(direction === 'incoming' ? lines.at({ path: call.path, position: site.start }) : {}) })),
  }));
}

export async function candidatesOf(navigation: Navigation, candidates: readonly Candidate[]): Promise<schemas.Candidate[]> {
  const sorted = candidates.toSorted(compareCandidates);
  const lines = await SourceLines.of(navigation, sorted);
  return sorted.map((candidate) => ({
    name: clip(candidate.name, MAX_NAME),
    ...(candidate.kind !== undefined && { kind: kindName(candidate.kind) }),
    file: navigation.relative(candidate.path),
    ...positionOf(candidate.position),
    ...containedIn(candidate.container),
    ...lines.at(candidate),
  }));
}

function labelOf({ name, kind }: { name: string; kind: number }): { name: string; kind: ReturnType<typeof kindName> } {
  return { name: clip(name, MAX_NAME), kind: kindName(kind) };
}

function containedIn(name: string | undefined): { container?: string } {
  return name === undefined ? {} : { container: clip(name, MAX_NAME) };
}
