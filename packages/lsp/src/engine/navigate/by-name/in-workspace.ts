import { installedPlace } from '../../../backend/installed-place.ts';
import type { WorkspaceSymbol } from '../../../backend/model.ts';
import { workspaceSymbolKey } from '../../../backend/navigation/order.ts';
import { ENDS, failed, type Found, found, SUPERSEDED } from '../found.ts';
import type { Navigation } from '../navigator.ts';
import { type SymbolCandidate, MAX_CANDIDATES, type Meaning, rowIn } from './candidate.ts';
import { meaningOf } from './distinct.ts';
import { meaningInFile } from './in-file.ts';
import { mentionIn } from '../spelling/whole-words.ts';
import { fits, partsOf, spelled, type WantedName, wordsOfPath } from '../spelling/name.ts';
import { nearNames } from './near.ts';
import { outlineOfFile } from './outline.ts';
import { firstPartAt } from './parts.ts';
import { preferred } from './preferred.ts';
import { containsPosition, ownersOf } from './owners.ts';

/**
 * What a name means in the workspace: the symbols that the servers list under exactly this name.
 */
export async function meaningInWorkspace(
  navigation: Navigation,
  wanted: WantedName,
  cancel: AbortSignal,
): Promise<Found<Meaning>> {
  const listed = await navigation.workspaceSymbols(wanted.last, cancel, true);
  if (listed.kind === 'failed') return listed;
  const { items } = listed.value;
  // Symbols whose listed place may be out of date.
  const guesses: WorkspaceSymbol[] = [];
  const listedSo = items.filter(({ name, path, containerName = '' }) =>
    fits(wanted, name, () => [containerName, ...wordsOfPath(navigation.relative(path))]),
  );
  const outlined = listedSo.length > 0 ? found(listedSo) : await byOutline(navigation, items, wanted, cancel);
  if (outlined.kind === 'failed') return outlined;
  const fitting = outlined.value;
  const named = preferred(wanted, fitting, ({ path }) => path);
  const files = new Set(fitting.map(({ path }) => path));
  const [file] = files;
  // Of several definitions in one file, a server may list only one, or not say what holds them.
  const isOfOne = file !== undefined && files.size === 1;
  if (isOfOne && wanted.index !== undefined)
    return await meaningInFile(navigation, file, wanted, undefined, cancel);
  if (isOfOne && named.length > 1 && wanted.qualifiers.length > 0) {
    const inFile = await meaningInFile(navigation, file, wanted, undefined, cancel);
    if (inFile.kind === 'found' || ENDS.includes(inFile.why)) return inFile;
  }
  const [first, ...inner] = wanted.qualifiers;
  const isOfPackage = first !== undefined && items.some((symbol) => isInPackage(symbol, wanted, first));
  if (named.length === 0 && isOfPackage)
    return await meaningInWorkspace(navigation, { ...wanted, qualifiers: inner, isOutermost: true }, cancel);
  if (named.length === 0) {
    const member = await meaningByOwner(navigation, wanted, cancel);
    if (member !== undefined) return member;
  }
  if (named.length === 0) return failed('not-found', noSuchName(items, wanted));
  const candidates: SymbolCandidate[] = [];
  for (const symbol of named.slice(0, MAX_CANDIDATES)) {
    const place = await nameOf(navigation, symbol, wanted, cancel);
    if (place.kind === 'failed') return place;
    const { isFound, ...namePosition } = place.value;
    if (!isFound) guesses.push(symbol);
    const { name, kind, path, containerName } = symbol;
    const first = await firstPartAt(navigation, path, namePosition.position, cancel);
    if (first.kind === 'failed') return first;
    candidates.push({
      name,
      kind,
      path,
      ...namePosition,
      ...first.value,
      ...(containerName !== undefined && { container: containerName }),
    });
  }
  if (guesses.length > 0) if (!(await areListed(navigation, guesses, wanted, cancel))) return SUPERSEDED;
  return await meaningOf(navigation, candidates, named.length - candidates.length, cancel);
}

/**
 * Those that fit by the outline of their file: a server may list only the nearest of several that
 * hold a symbol, or the type of an `impl` alone.
 */
async function byOutline(
  navigation: Navigation,
  items: readonly WorkspaceSymbol[],
  wanted: WantedName,
  cancel: AbortSignal,
): Promise<Found<WorkspaceSymbol[]>> {
  if (wanted.qualifiers.length === 0) return found([]);
  const named = items.filter(({ name }) => fits({ ...wanted, qualifiers: [] }, name, () => []));
  const fitting: WorkspaceSymbol[] = [];
  for (const symbol of named.slice(0, MAX_CANDIDATES)) {
    const { listed } = await outlineOfFile(navigation, symbol.path, cancel);
    if (listed.kind === 'failed' && ENDS.includes(listed.why)) return listed;
    const symbols = listed.kind === 'found' ? listed.value : [];
    const folders = wordsOfPath(navigation.relative(symbol.path));
    const isWanted = symbols.some(
      (one) =>
        containsPosition(symbol.range, one.selectionRange.start) &&
        fits(wanted, one.name, () => [...folders, ...ownersOf(symbols, one)]),
    );
    if (isWanted) fitting.push(symbol);
  }
  return found(fitting);
}

/** In how many files what holds a name is looked for. */
const MOST_OWNERS = 5;

/** What the file of its owner says: some servers list no fields of a workspace. */
async function meaningByOwner(
  navigation: Navigation,
  wanted: WantedName,
  cancel: AbortSignal,
): Promise<Found<Meaning> | undefined> {
  const owner = wanted.qualifiers.at(-1);
  const listed = owner === undefined ? undefined : await navigation.workspaceSymbols(owner, cancel, true);
  if (listed?.kind !== 'found') return listed;
  const own = listed.value.items.filter(({ name }) => partsOf(name).at(-1) === owner);
  const files = [...new Set(own.map(({ path }) => path))];
  const meanings: Meaning[] = [];
  for (const file of files.slice(0, MOST_OWNERS)) {
    const meaning = await meaningInFile(navigation, file, wanted, undefined, cancel);
    if (meaning.kind === 'found') meanings.push(meaning.value);
    else if (ENDS.includes(meaning.why)) return meaning;
  }
  const [only, ...others] = meanings;
  if (only === undefined || others.length === 0) return only && found(only);
  const candidates = meanings.flatMap((one) => (one.kind === 'one' ? [one.candidate] : one.candidates));
  return found({ kind: 'several', candidates: candidates.slice(0, MAX_CANDIDATES), left: 0 });
}

/** Paths of names may begin with the package: `demo::Cart::total`. */
function isInPackage({ name, path }: WorkspaceSymbol, wanted: WantedName, first: string): boolean {
  if (!fits({ ...wanted, qualifiers: [] }, name, () => [])) return false;
  const names = installedPlace(path)?.name.split(/[/\\]/) ?? [];
  return names.at(-1)?.replaceAll('-', '_') === first.replaceAll('-', '_');
}

interface NamePosition extends Pick<SymbolCandidate, 'position' | 'row'> {
  /** The name is at this position. */
  readonly isFound: boolean;
}

/** The position of the name: the range that a server lists here may cover the whole declaration. */
async function nameOf(
  navigation: Navigation,
  { name: label, path, range }: WorkspaceSymbol,
  wanted: WantedName,
  cancel: AbortSignal,
): Promise<Found<NamePosition>> {
  const { start } = range;
  const text = navigation.lines(path);
  const word = partsOf(label).at(-1) ?? wanted.last;
  const listedAt = mentionIn(text, range, word);
  if (listedAt?.line === start.line && listedAt.character === start.character)
    return found({ position: start, ...rowIn(text, start), isFound: true });
  const { listed, lines } = await outlineOfFile(navigation, path, cancel);
  if (listed.kind === 'failed' && ENDS.includes(listed.why)) return listed;
  const symbols = listed.kind === 'found' ? listed.value : [];
  const declared = symbols.find(
    ({ name, selectionRange }) =>
      containsPosition(range, selectionRange.start) && fits({ ...wanted, qualifiers: [] }, name, () => []),
  );
  const position =
    (declared && mentionIn(lines, declared.selectionRange, word)) ?? mentionIn(lines, range, word);
  return found({
    position: position ?? start,
    ...rowIn(lines, position ?? start),
    isFound: position !== undefined,
  });
}

/**
 * A declaration without its name in the text, such as a default export, still exists if a second
 * listing contains it.
 */
async function areListed(
  navigation: Navigation,
  symbols: readonly WorkspaceSymbol[],
  { last }: WantedName,
  cancel: AbortSignal,
): Promise<boolean> {
  const listed = await navigation.workspaceSymbols(last, cancel, true);
  const keys = new Set(listed.kind === 'found' ? listed.value.items.map(workspaceSymbolKey) : []);
  return symbols.every((symbol) => keys.has(workspaceSymbolKey(symbol)));
}

function noSuchName(symbols: readonly WorkspaceSymbol[], wanted: WantedName): string {
  const near = nearNames(
    symbols.map(({ name }) => name),
    wanted.last,
  );
  const advice =
    near.length > 0
      ? `near matches: ${near.join(', ')}`
      : 'if it is declared inside of something else, give the `file` too';
  return `there is no symbol \`${spelled(wanted)}\` in the workspace; ${advice}`;
}
