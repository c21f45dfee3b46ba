import { extname, join } from 'node:path';
import { holds, isFile, readText } from '../../backend/program/files.ts';
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
 * @param root of the project
 * @param flags of the files that no database mentions
 * @returns settings with the command of such a file
 */
export function commandsOf(
  root: string,
  flags: readonly string[],
): ((path: string) => Readonly<Record<string, unknown>> | undefined) | undefined {
  if (DATABASES.some((name) => holds(root, [name]))) return undefined;
  return (path) => {
    const language = LANGUAGES.get(extname(path).toLowerCase());
    if (language === undefined) return undefined;
    // A module is an error before C++20.
    const standard = language === 'c++-module' ? ['-std=c++20'] : [];
    const own = flagsFile(join(root, 'compile_flags.txt'));
    const compilationCommand = ['clang++', ...standard, ...flags, ...own, '-x', language, path];
    return { compilationDatabaseChanges: { [path]: { workingDirectory: root, compilationCommand } } };
  };
}

/** One flag a line. */
function flagsFile(path: string): string[] {
  const text = isFile(path) ? (readText(path, SETTINGS_BYTES) ?? '') : '';
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
