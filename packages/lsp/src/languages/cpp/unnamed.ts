import { dirname, extname, join } from 'node:path';
import { ancestors, holds, isFile, readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { DATABASES } from './markers.ts';

/** Files whose language clang does not know by their names, as clang calls it. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ...['.inl', '.ipp', '.tpp', '.tcc', '.txx', '.h++'].map((ending) => [ending, 'c++-header'] as const),
  ...['.ixx', '.mpp'].map((ending) => [ending, 'c++-module'] as const),
  ['.cuh', 'cuda'],
]);

export const UNNAMED: readonly string[] = [...LANGUAGES.keys()];

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
    const language = LANGUAGES.get(extname(path).toLowerCase());
    if (language === undefined) return undefined;
    const folders = ancestors(dirname(path), workspaceRoot);
    if (folders.some((folder) => hasDatabase(folder))) return undefined;
    const home = folders.find((folder) => isFile(join(folder, FLAGS))) ?? dirname(path);
    const all = [...flags, ...flagsFile(join(home, FLAGS))];
    // A module is an error before C++20.
    const standard =
      language === 'c++-module' && !all.some((flag) => flag.startsWith('-std=')) ? ['-std=c++20'] : [];
    const compilationCommand = ['clang++', ...standard, ...all, '-x', language, path];
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
