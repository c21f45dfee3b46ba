import { dirname, join } from 'node:path';
import { writtenDatabase } from './absolute-database.ts';
import type { CmakeProject } from './cmake.ts';

/** Flags for all files of a project. Of one with C beside C++, the standards are left to a database. */
export function cmakeFlags({ includes, definitions, cxx, hasC }: CmakeProject): string[] {
  return [
    ...(cxx === undefined || hasC ? [] : [`-std=${cxx}`]),
    ...definitions.map((definition) => `-D${definition}`),
    ...includes.map((folder) => `-I${folder}`),
  ];
}

const folders = new Map<string, string | undefined>();

/**
 * Quirk(clangd): its flags for files of no database are for those of all languages, and a standard of C++
 * is an error in C. From a database it takes the command of a file of the same language for one that is
 * not mentioned.
 */
export function cmakeDatabase(
  { file, c, cxx, hasC }: CmakeProject,
  flags: readonly string[],
): string | undefined {
  if (!hasC || (c === undefined && cxx === undefined)) return undefined;
  const directory = dirname(file);
  const command = (compiler: string, standard: string | undefined, ending: string): object => {
    const source = join(directory, `CMakeLists${ending}`);
    const own = standard === undefined ? [] : [`-std=${standard}`];
    return { directory, file: source, arguments: [compiler, ...own, ...flags, '-c', source] };
  };
  const text = JSON.stringify([command('clang++', cxx, '.cpp'), command('clang', c, '.c')]);
  return folders.getOrInsertComputed(text, () => writtenDatabase(file, text));
}
