import { dirname, extname, join } from 'node:path';
import { ancestors, holds, isFile, readText } from '../../backend/program/files.ts';
import { foundBelow } from '../../backend/program/find-below.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { DATABASES } from './markers.ts';

/** Files whose language clang does not know by their names, as clang calls it. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ...['.inl', '.ipp', '.tpp', '.tcc', '.txx', '.h++'].map((ending) => [ending, 'c++-header'] as const),
  ...['.ixx', '.mpp'].map((ending) => [ending, 'c++-module'] as const),
  ['.cuh', 'cuda'],
]);

export const UNNAMED: readonly string[] = [...LANGUAGES.keys()];

const ENDINGS = new Set([...UNNAMED, '.c', '.h']);

/** Of the sources around a header. */
type SourceKind = 'C' | 'C++' | 'other' | undefined;

/** How long what was seen of a folder counts, ms: many headers are opened at once. */
const SEEN_MS = 5000;
const seen = new Map<string, { readonly at: number; readonly kind: SourceKind }>();

/**
 * As {@link LANGUAGES}; else what the flags of all files, or the sources beside it, show a file to be.
 * Quirk(clangd): a `.h` is Objective-C++ where it has no flags, C where `compile_flags.txt` has some, and a
 * standard of C++ is an error in C. As C, it does not have the symbols of the sources of C++.
 */
function languageOf(
  path: string,
  folders: readonly string[],
  flags: readonly string[],
  hasFlagsFile: boolean,
): string | undefined {
  const ending = extname(path).toLowerCase();
  if (ending !== '.h' && ending !== '.c') return LANGUAGES.get(ending);
  if (flags.some((flag) => flag.startsWith('-x') || flag.startsWith('--language'))) return undefined;
  if (flags.some(isOfCpp)) return ending === '.c' ? 'c' : 'c++-header';
  if (ending === '.c') return undefined;
  const kind = kindAround(folders);
  if (kind === 'C') return 'c-header';
  return kind === 'C++' && hasFlagsFile && !flags.some(isOfAnyC) ? 'c++-header' : undefined;
}

const isOfAnyC = (flag: string): boolean => /^--?std=/.test(flag);
const isOfCpp = (flag: string): boolean => /^--?std=(?:c|gnu)\+\+/.test(flag);

function kindAround(folders: readonly string[]): SourceKind {
  const [folder = ''] = folders;
  const now = performance.now();
  let known = seen.get(folder);
  if (known === undefined || now - known.at > SEEN_MS) {
    known = { at: now, kind: findKind(folders) };
    seen.set(folder, known);
  }
  return known.kind;
}

const isOfC = (name: string): boolean => name.endsWith('.c');
/** A header among these may be meant for more than C++. */
const isOfMore = (name: string): boolean => /\.(?:c|mm?)$/.test(name);
const OF_OTHERS = /\.(?:cc|cp|cpp|cxx|c\+\+|C|hh|hpp|hxx|h\+\+|inl|ipp|tpp|m|mm|cu|cuh|ixx|cppm|pyx)$/;

/** By the nearest folder that has sources of any kind. */
function findKind(folders: readonly string[]): SourceKind {
  for (const folder of folders) {
    const isFound = (isWanted: (name: string) => boolean): boolean =>
      foundBelow(folder, isWanted).next().value !== undefined;
    if (isFound((name) => OF_OTHERS.test(name))) return isFound(isOfMore) ? 'other' : 'C++';
    if (isFound(isOfC)) return 'C';
  }
  return undefined;
}

/**
 * Quirk(clangd): without a database it compiles nothing whose language clang does not know by the name
 * ("invalid AST"). With one it takes the command of another file.
 *
 * @param flags of the files that no database mentions
 * @returns settings with the command of such a file
 */
export function commandsOf(
  workspaceRoot: string,
  flags: readonly string[],
): (path: string) => Readonly<Record<string, unknown>> | undefined {
  return (path) => {
    if (!ENDINGS.has(extname(path).toLowerCase())) return undefined;
    const folders = ancestors(dirname(path), workspaceRoot);
    if (folders.some((folder) => hasDatabase(folder))) return undefined;
    const withFlags = folders.find((folder) => isFile(join(folder, FLAGS)));
    const home = withFlags ?? dirname(path);
    const given = [...flags, ...flagsFile(join(home, FLAGS))];
    const language = languageOf(path, folders, given, withFlags !== undefined);
    if (language === undefined) return undefined;
    const isC = language === 'c' || language === 'c-header';
    const all = isC ? given.filter((flag) => !isOfCpp(flag)) : given;
    // A module is an error before C++20.
    const standard =
      language === 'c++-module' && !all.some((flag) => flag.startsWith('-std=')) ? ['-std=c++20'] : [];
    const compilationCommand = [isC ? 'clang' : 'clang++', ...standard, ...all, '-x', language, path];
    return { compilationDatabaseChanges: { [path]: { workingDirectory: home, compilationCommand } } };
  };
}

const FLAGS = 'compile_flags.txt';

/** Or one that the settings name. */
function hasDatabase(folder: string): boolean {
  return (
    DATABASES.some((name) => holds(folder, [name])) ||
    (readText(join(folder, '.clangd'), SETTINGS_BYTES) ?? '').includes('CompilationDatabase')
  );
}

/** One flag a line. */
function flagsFile(path: string): string[] {
  const text = isFile(path) ? (readText(path, SETTINGS_BYTES) ?? '') : '';
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
