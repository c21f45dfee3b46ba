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

/** How long what was seen of a folder counts, ms: many headers are opened at once. */
const SEEN_MS = 5000;
const seen = new Map<string, { readonly at: number; readonly isC: boolean }>();

/**
 * As {@link LANGUAGES}; else what the flags of all files, or the sources beside it, show a file to be.
 * Quirk(clangd): a `.h` is Objective-C++ where it has no flags, C where `compile_flags.txt` has some, and a
 * standard of C++ is an error in C.
 */
function languageOf(path: string, folders: readonly string[], flags: readonly string[]): string | undefined {
  const ending = extname(path).toLowerCase();
  if (ending !== '.h' && ending !== '.c') return LANGUAGES.get(ending);
  if (flags.some((flag) => flag.startsWith('-x') || flag.startsWith('--language'))) return undefined;
  if (flags.some(isOfCpp)) return ending === '.c' ? 'c' : 'c++-header';
  return ending === '.h' && isAmongC(folders) ? 'c-header' : undefined;
}

const isOfCpp = (flag: string): boolean => /^--?std=(?:c|gnu)\+\+/.test(flag);

function isAmongC(folders: readonly string[]): boolean {
  const [folder = ''] = folders;
  const now = performance.now();
  let known = seen.get(folder);
  if (known === undefined || now - known.at > SEEN_MS) {
    known = { at: now, isC: isInC(folders) };
    seen.set(folder, known);
  }
  return known.isC;
}

const isOfC = (name: string): boolean => name.endsWith('.c');
const OF_OTHERS = /\.(?:cc|cp|cpp|cxx|c\+\+|C|hh|hpp|hxx|h\+\+|inl|ipp|tpp|m|mm|cu|cuh|ixx|cppm|pyx)$/;

/** The nearest folder that has sources of either kind has those of C alone. */
function isInC(folders: readonly string[]): boolean {
  for (const folder of folders) {
    const isFound = (isWanted: (name: string) => boolean): boolean =>
      foundBelow(folder, isWanted).next().value !== undefined;
    if (isFound((name) => OF_OTHERS.test(name))) return false;
    if (isFound(isOfC)) return true;
  }
  return false;
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
    const home = folders.find((folder) => isFile(join(folder, FLAGS))) ?? dirname(path);
    const given = [...flags, ...flagsFile(join(home, FLAGS))];
    const language = languageOf(path, folders, given);
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
