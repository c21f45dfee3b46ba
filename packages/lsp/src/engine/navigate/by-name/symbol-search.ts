import { isAbsolute, relative, sep } from 'node:path';
import type { WorkspaceSymbol } from '../../../backend/model.ts';
import type { Navigation } from '../navigator.ts';
import { fits, identifiersIn, parseName, partsOf, type WantedName, wordsOfPath } from '../spelling/name.ts';
import { ENDS, type Found, found } from '../found.ts';
import { meaningInWorkspace } from './in-workspace.ts';
import { isHeld, preferred } from './preferred.ts';

/** What is looked for in the workspace. */
export interface SymbolFilter {
  /** A name or a part of one, also qualified: `Cart.tot`. */
  readonly query: string;
  /** LSP's SymbolKinds; all of them unless given. */
  readonly kinds?: ReadonlySet<number>;
  /** A folder, a file or a glob, relative to the workspace root, or absolute. */
  readonly path?: string;
}

/** What servers are asked: they know no qualified names. */
export function termOf({ query }: SymbolFilter): string {
  const wanted = parseName(query);
  if (wanted === undefined) return query;
  return isPlain(wanted) ? wanted.whole : wanted.last;
}

/**
 * Of what servers list for the term what is looked for, exact names first, then types and functions
 * before members, and those before what a function has of its own.
 */
export function searched(
  navigation: Pick<Navigation, 'root' | 'relative'>,
  search: SymbolFilter,
  listed: readonly WorkspaceSymbol[],
): WorkspaceSymbol[] {
  const wanted = parseName(search.query);
  const isInPath = inPath(navigation.root, search.path);
  const fitting = listed.filter(
    (symbol) =>
      search.kinds?.has(symbol.kind) !== false &&
      isInPath(navigation.relative(symbol.path)) &&
      (wanted === undefined || isOwned(navigation, wanted, symbol)),
  );
  const term = termOf(search).trim();
  const whole = wanted === undefined || isPlain(wanted) ? [] : meant(navigation, wanted, fitting);
  const chosen = whole.length > 0 || wanted?.index !== undefined ? whole : fitting;
  return chosen
    .map((symbol) => ({ symbol, name: nameRank(symbol, term), kind: kindRank(symbol) }))
    .sort((a, b) => a.name - b.name || a.kind - b.kind)
    .map(({ symbol }) => symbol);
}

/** One of several of a name is asked for: servers may list only one of them. */
export function isCounted({ query }: SymbolFilter): boolean {
  return parseName(query)?.index !== undefined;
}

/**
 * What a qualified name means where servers list nothing that fits: of overloads they list one, and of
 * what holds a symbol the nearest.
 */
export async function byQualifiedName(
  navigation: Navigation,
  search: SymbolFilter,
  cancel: AbortSignal,
): Promise<Found<WorkspaceSymbol[]>> {
  const wanted = parseName(search.query);
  if (wanted === undefined || isPlain(wanted)) return found([]);
  const meaning = await meaningInWorkspace(navigation, wanted, cancel);
  if (meaning.kind === 'failed') return ENDS.includes(meaning.why) ? meaning : found([]);
  const { value } = meaning;
  const isInPath = inPath(navigation.root, search.path);
  const symbols = (value.kind === 'one' ? [value.candidate] : value.candidates).flatMap(
    ({ name, kind, path, position, container }): WorkspaceSymbol[] => {
      if (kind === undefined) return [];
      const end = { line: position.line, character: position.character + wanted.last.length };
      const range = { start: position, end };
      return [{ name, kind, path, range, ...(container !== undefined && { containerName: container }) }];
    },
  );
  return found(
    symbols.filter(
      ({ kind, path }) => search.kinds?.has(kind) !== false && isInPath(navigation.relative(path)),
    ),
  );
}

function isPlain({ qualifiers, index }: WantedName): boolean {
  return qualifiers.length === 0 && index === undefined;
}

/** The part of a name that was given may be less than the whole. */
function isOwned(
  navigation: Pick<Navigation, 'relative'>,
  { qualifiers, isRooted = false }: WantedName,
  symbol: WorkspaceSymbol,
): boolean {
  if (qualifiers.length === 0) return !isRooted || isAtTop(navigation, symbol);
  const { name, path, containerName = '' } = symbol;
  const around = [...partsOf(name).slice(0, -1), containerName, ...wordsOfPath(navigation.relative(path))];
  const owners = new Set(around.flatMap((one) => [one, ...identifiersIn(one)]));
  return qualifiers.every((qualifier) => owners.has(qualifier));
}

/** Only its file, or a package that its folders name, holds it. */
function isAtTop(
  navigation: Pick<Navigation, 'relative'>,
  { name, path, containerName }: WorkspaceSymbol,
): boolean {
  if (!isHeld({ name, ...(containerName !== undefined && { containerName }) })) return true;
  const folders = wordsOfPath(navigation.relative(path));
  return partsOf(name).length === 1 && partsOf(containerName ?? '').every((part) => folders.includes(part));
}

/** Those that a qualified name means as a whole. */
function meant(
  navigation: Pick<Navigation, 'relative'>,
  wanted: WantedName,
  fitting: readonly WorkspaceSymbol[],
): WorkspaceSymbol[] {
  const exact = fitting.filter(({ name, path, containerName = '' }) =>
    fits(wanted, name, () => [containerName, ...wordsOfPath(navigation.relative(path))]),
  );
  return preferred(wanted, exact, ({ path }) => path);
}

function inPath(root: string, path: string | undefined): (file: string) => boolean {
  const named = path === undefined ? '' : isAbsolute(path) ? relative(root, path) : path;
  const plain = named
    .split(sep)
    .join('/')
    .replace(/^(?:\.\/)+|(?<!\/)\/+$/g, '');
  if (plain === '' || plain === '.') return () => true;
  const glob = /[*?[{]/.test(plain) ? new Bun.Glob(plain) : undefined;
  return (file) => (glob === undefined ? file === plain || file.startsWith(`${plain}/`) : glob.match(file));
}

function nameRank({ name }: WorkspaceSymbol, term: string): number {
  const own = partsOf(name).at(-1) ?? name;
  if (own === term || name === term) return 0;
  const [there, wanted] = [own.toLowerCase(), term.toLowerCase()];
  if (there === wanted) return 1;
  return there.startsWith(wanted) ? 2 : there.includes(wanted) ? 3 : 4;
}

/** LSP's SymbolKinds: modules, namespaces, packages, classes, enums, interfaces, functions, structs. */
const FIRST: readonly number[] = [2, 3, 4, 5, 10, 11, 12, 23];
/** Variables, constants and values, which stand in functions, too; parameters of types. */
const MAY_BE_LOCAL: readonly number[] = [13, 14, 15, 16, 17, 18, 19, 20, 21, 26];

function kindRank({ kind, containerName }: WorkspaceSymbol): number {
  if (FIRST.includes(kind)) return 0;
  return MAY_BE_LOCAL.includes(kind) && containerName !== undefined ? 2 : 1;
}
