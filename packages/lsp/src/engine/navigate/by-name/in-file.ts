import { inline } from '../../../support/escaped.ts';
import type { DocumentSymbol, Position } from '../../../backend/model.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { failed, type FailureKind, type Found, found } from '../found.ts';
import type { Navigation } from '../navigator.ts';
import { type SymbolCandidate, compareCandidates, MAX_CANDIDATES, type Meaning, rowIn } from './candidate.ts';
import { choiceOf, distinct, type Group, meaningOf, placesOf } from './distinct.ts';
import { chainBefore, mentionIn, mentions } from '../spelling/whole-words.ts';
import { fits, partsOf, spelled, type WantedName, wordsOfPath } from '../spelling/name.ts';
import { nearWords } from './near.ts';
import { outlineOfFile } from './outline.ts';
import { firstPart } from './parts.ts';
import { preferred } from './preferred.ts';
import { containsPosition, isDeclaredAs, ownersOf } from './owners.ts';

/** The expected place of a name, 0-based. It may be wrong: models miscount lines too. */
export interface Hint {
  readonly line: number;
  readonly character?: number;
}

/** How many lines a hint may be off. */
const HINT_LINES = 3;

/** How many mentions of a name are considered before choosing those to examine. */
const MAX_MENTIONS = 1000;

/** For how many names near a hint the server is asked whether they are more than a comment. */
const HINT_ATTEMPTS = 5;

/** Failures after which the names in the text are used: no server lists the file's symbols. */
const NO_LIST: readonly FailureKind[] = ['no-server', 'too-many', 'failed'];

/** What a name means in one file: its declarations, or else its mentions. */
export async function meaningInFile(
  navigation: Navigation,
  path: AdmittedPath,
  wanted: WantedName,
  hint: Hint | undefined,
  cancel: AbortSignal,
): Promise<Found<Meaning>> {
  const { listed, all, lines } = await outlineOfFile(navigation, path, cancel);
  if (listed.kind === 'failed' && !NO_LIST.includes(listed.why)) return listed;
  const isChosen = wanted.index !== undefined || hint !== undefined;
  const symbols = listed.kind === 'found' ? (isChosen ? all : listed.value) : [];
  const firstOf = (symbol: DocumentSymbol): DocumentSymbol =>
    isChosen ? symbol : firstPart(symbol, all, lines, navigation.symbolSyntax(path));
  const search: Search = { navigation, path, wanted, symbols: symbols.map(firstOf), lines, cancel };
  const declared = declarations(search);
  if (hint !== undefined) {
    const near = await nearest(search, declared, hint);
    if (near.kind === 'failed') return near;
    if (near.value !== undefined) return found({ kind: 'one', candidate: near.value });
  }
  if (declared.length > 0)
    return await meaningOf(
      navigation,
      declared.slice(0, MAX_CANDIDATES),
      Math.max(0, declared.length - MAX_CANDIDATES),
      cancel,
    );
  if (wanted.index !== undefined) return failed('not-found', noSuchName(search));
  const reached = toMentions(
    search,
    mentioned(search).filter((position) => endsWith(chainBefore(lines, position), wanted.qualifiers)),
  );
  if (reached.length > 0) return await meaningOf(navigation, reached, 0, cancel);
  const owned = await ownedBy(search, toMentions(search, mentioned(search)));
  if (owned.kind === 'failed') return owned;
  return owned.value.length > 0 ? found(choiceOf(owned.value, 0)) : failed('not-found', noSuchName(search));
}

interface Search {
  readonly navigation: Navigation;
  readonly path: AdmittedPath;
  readonly wanted: WantedName;
  readonly symbols: readonly DocumentSymbol[];
  readonly lines: readonly string[];
  readonly cancel: AbortSignal;
}

function declarations({ navigation, path, wanted, symbols, lines }: Search): SymbolCandidate[] {
  const folders = wordsOfPath(navigation.relative(path));
  const fitting = symbols.filter((symbol) =>
    fits(wanted, symbol.name, () => [...folders, ...ownersOf(symbols, symbol)]),
  );
  return preferred(wanted, fitting, () => '').map(
    ({ name, kind, range, selectionRange, containerName }): SymbolCandidate => {
      // Some servers have only one range for a symbol, which covers all of it.
      const word = partsOf(name).at(-1) ?? wanted.last;
      const position =
        mentionIn(lines, selectionRange, word) ?? mentionIn(lines, range, word) ?? selectionRange.start;
      return {
        name,
        kind,
        path,
        position,
        ...rowIn(lines, position),
        ...(containerName !== undefined && { container: containerName }),
      };
    },
  );
}

/** Where the name stands; if nowhere, where it does with a dollar sign before it. */
function mentioned({ lines, wanted: { last } }: Search, from?: number, until?: number): Generator<Position> {
  const isThere = mentions(lines, last).next().done !== true;
  return mentions(lines, isThere ? last : `$${last}`, from, until);
}

/**
 * As many mentions as are examined. It takes some from each enclosing symbol, as every function may
 * call a different symbol of the same name.
 */
function toMentions(
  { path, wanted, symbols, lines }: Search,
  positions: IteratorObject<Position>,
): SymbolCandidate[] {
  // Symbols are in the order of the text, so the last one that contains the position is the
  // innermost.
  const byContainer = Map.groupBy(positions.take(MAX_MENTIONS), (position) =>
    symbols.findLast(({ range }) => containsPosition(range, position)),
  );
  const inTurn = [...byContainer].flatMap(([symbol, inside]) =>
    inside.map((position, turn) => ({ container: symbol?.name, position, turn })),
  );
  return inTurn
    .sort((a, b) => a.turn - b.turn)
    .slice(0, MAX_CANDIDATES)
    .map(({ container, position }): SymbolCandidate => ({
      name: wanted.last,
      path,
      position,
      ...rowIn(lines, position),
      chain: chainBefore(lines, position),
      ...(container !== undefined && { container }),
    }))
    .sort(compareCandidates);
}

/**
 * Of the candidates near the hint: the nearest that the server knows as a symbol and that is
 * wanted, or else the nearest that is spelled like it.
 */
async function nearest(
  search: Search,
  declared: readonly SymbolCandidate[],
  hint: Hint,
): Promise<Found<SymbolCandidate | undefined>> {
  const { line, character } = hint;
  const isNear = ({ position }: SymbolCandidate): boolean => Math.abs(position.line - line) <= HINT_LINES;
  const distance = ({ position }: SymbolCandidate): number =>
    character === undefined ? 0 : Math.abs(position.character - character);
  const around = [
    ...declared.filter(isNear),
    ...toMentions(search, mentioned(search, line - HINT_LINES, line + HINT_LINES)),
  ]
    .sort(
      (a, b) =>
        Math.abs(a.position.line - line) - Math.abs(b.position.line - line) ||
        distance(a) - distance(b) ||
        preference(search, a) - preference(search, b) ||
        compareCandidates(a, b),
    )
    .slice(0, HINT_ATTEMPTS);
  for (const candidate of around) {
    const meant = await isMeant(search, candidate);
    if (meant.kind === 'failed') return meant;
    if (meant.value) return found(candidate);
  }
  return found(around.find((candidate) => isWrittenSo(search, candidate)));
}

async function isMeant(search: Search, candidate: SymbolCandidate): Promise<Found<boolean>> {
  const { navigation, wanted, cancel } = search;
  if (candidate.kind !== undefined) return found(true);
  const places = await placesOf(navigation, candidate, cancel);
  if (places.kind === 'failed') return places;
  if (places.value === undefined || isWrittenSo(search, candidate)) return found(places.value !== undefined);
  return await isDeclaredAs(navigation, wanted, places.value, cancel);
}

function isWrittenSo({ wanted }: Search, { chain = [] }: SymbolCandidate): boolean {
  return endsWith(chain, wanted.qualifiers);
}

/**
 * Order of candidates on one line: declarations before uses, and uses with the same qualifiers
 * before others.
 */
function preference(search: Search, candidate: SymbolCandidate): number {
  if (candidate.kind !== undefined) return 0;
  return isWrittenSo(search, candidate) ? 1 : 2;
}

function endsWith(chain: readonly string[], qualifiers: readonly string[]): boolean {
  return qualifiers.every((qualifier, index) => chain.at(index - qualifiers.length) === qualifier);
}

/**
 * The mentions whose declaration, wherever it is, has the wanted name: `cart.total` where
 * `Cart.total` is wanted.
 */
async function ownedBy(
  { navigation, wanted, cancel }: Search,
  mentioned: readonly SymbolCandidate[],
): Promise<Found<Group[]>> {
  const groups = await distinct(navigation, mentioned, cancel);
  if (groups.kind === 'failed') return groups;
  const fitting: Group[] = [];
  for (const group of groups.value) {
    const isDeclared = await isDeclaredAs(navigation, wanted, group.places, cancel);
    if (isDeclared.kind === 'failed') return isDeclared;
    if (isDeclared.value) fitting.push(group);
  }
  return found(fitting);
}

function noSuchName({ navigation, path, wanted, lines }: Search): string {
  const file = navigation.relative(path);
  const near = nearWords(lines, wanted.last).map(
    ({ word, position }) => `${word} (${inline(file)}:${position.line + 1}:${position.character + 1})`,
  );
  const advice =
    near.length > 0
      ? `near matches: ${near.join(', ')}`
      : 'look at its symbols with lsp_document_symbols, or leave out `file` to search the workspace';
  return `there is no \`${spelled(wanted)}\` in ${inline(file)}; ${advice}`;
}
