import type * as model from '../../../backend/model.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import type { Diagnostic } from '../../../types.ts';
import type { SymbolCandidate } from '../../../engine/navigate/by-name/candidate.ts';
import { mentionIn } from '../../../engine/navigate/spelling/whole-words.ts';
import { parseName } from '../../../engine/navigate/spelling/name.ts';
import { MAX_MESSAGE, MAX_NAME, MAX_SITES } from './limits.ts';
import type { ListedFile } from './listed.ts';
import { inline, quoted } from '../../../support/escaped.ts';
import type * as schemas from './schemas.ts';
import { sourced } from './source-lines.ts';
import { kindName } from './symbol-kinds.ts';

/** Answers in the shapes of the lsp_* catalogue: 1-based, workspace-relative, with source lines. */

export function rangeOf({ start, end }: model.Range): {
  line: number;
  character: number;
  endLine: number;
  endCharacter: number;
} {
  return { ...toOneBased(start), endLine: end.line + 1, endCharacter: end.character + 1 };
}

export function toOneBased({ line, character }: model.Position): { line: number; character: number } {
  return { line: line + 1, character: character + 1 };
}

export function locationsOf(navigation: Navigation, places: readonly model.Place[]): schemas.Location[] {
  const found = sourced(navigation, places, ({ range }) => range.start);
  return found.map(({ item: { path, range }, text }) => ({
    file: navigation.relative(path),
    ...rangeOf(range),
    ...shown(text),
  }));
}

export function workspaceSymbolsOf(
  navigation: Navigation,
  symbols: readonly model.WorkspaceSymbol[],
): schemas.WorkspaceSymbol[] {
  // The range that a server lists here may cover a whole declaration, including the comments before
  // it.
  const found = sourced(
    navigation,
    symbols,
    ({ name, range }, lines) => mentionIn(lines, range, parseName(name)?.last ?? name) ?? range.start,
  );
  return found.map(({ item: { name, kind, path, range, containerName }, position, text }) => ({
    ...labelOf(name, kind),
    file: navigation.relative(path),
    ...toOneBased(position),
    range: rangeOf(range),
    ...containedIn(containerName),
    ...shown(text),
  }));
}

export function documentSymbolsOf(
  navigation: Navigation,
  path: AdmittedPath,
  symbols: readonly model.DocumentSymbol[],
): schemas.DocumentSymbol[] {
  const inFile = symbols.map((symbol) => ({ ...symbol, path }));
  const found = sourced(navigation, inFile, ({ selectionRange }) => selectionRange.start);
  return found.map(({ item: { name, kind, range, containerName }, position, text }) => ({
    ...labelOf(name, kind),
    ...toOneBased(position),
    range: rangeOf(range),
    ...containedIn(containerName),
    ...shown(text),
  }));
}

export function callsOf(navigation: Navigation, calls: readonly model.Call[]): schemas.Call[] {
  const found = sourced(navigation, calls, ({ selectionRange }) => selectionRange.start);
  const sites = calls.flatMap((call) => call.sites.slice(0, MAX_SITES));
  const locations = locationsOf(navigation, sites);
  const bySite = new Map(sites.map((site, index) => [site, locations[index]]));
  return found.map(({ item, position, text }) => ({
    ...labelOf(item.name, item.kind),
    file: navigation.relative(item.path),
    ...toOneBased(position),
    range: rangeOf(item.range),
    ...shown(text),
    sites: item.sites.flatMap((site) => bySite.get(site) ?? []),
  }));
}

/** @param candidates sorted */
export function candidatesOf(
  navigation: Navigation,
  candidates: readonly SymbolCandidate[],
): schemas.Candidate[] {
  const found = sourced(navigation, candidates, ({ position }) => position);
  return found.map(({ item: { name, kind, path, container }, position, text }) => ({
    name: inline(name, MAX_NAME),
    ...(kind !== undefined && { kind: kindName(kind) }),
    file: navigation.relative(path),
    ...toOneBased(position),
    ...containedIn(container),
    ...shown(text),
  }));
}

/** By file (integration-contracts, contract 2), and how many are left out. */
export function diagnosticsOf(files: readonly ListedFile[]): {
  diagnostics: Record<string, schemas.Diagnostic[]>;
  more?: Record<string, number>;
} {
  const cut = files.filter(({ leftOut }) => leftOut > 0);
  return {
    diagnostics: Object.fromEntries(files.map(({ file, shown: list }) => [file, list.map(diagnosticOf)])),
    ...(cut.length > 0 && { more: Object.fromEntries(cut.map(({ file, leftOut }) => [file, leftOut])) }),
  };
}

function diagnosticOf({ line, character, severity, message, code }: Diagnostic): schemas.Diagnostic {
  return {
    line,
    character,
    severity,
    message: quoted(message, MAX_MESSAGE),
    ...(code !== undefined && { code: typeof code === 'string' ? inline(code, MAX_NAME) : code }),
  };
}

function labelOf(name: string, kind: number): Pick<schemas.DocumentSymbol, 'name' | 'kind'> {
  return { name: inline(name, MAX_NAME), kind: kindName(kind) };
}

function containedIn(name: string | undefined): { container?: string } {
  return name === undefined || name === '' ? {} : { container: inline(name, MAX_NAME) };
}

function shown(text: string | undefined): { text?: string } {
  return text === undefined ? {} : { text };
}
