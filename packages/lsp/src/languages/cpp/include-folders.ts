import { join, normalize, sep } from 'node:path';
import { holds, readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';

/** Where projects keep their headers. */
const USUAL = ['.', 'include', 'inc', 'src', 'lib'];

const BUILD_FILES = ['Makefile', 'makefile', 'GNUmakefile', 'CMakeLists.txt', 'meson.build'];

/** `-Ithird/include` of make, `include_directories(third/include)` of CMake and Meson. */
const NAMED = /(?:^|[\s="'])-I[ \t]*([^\s"')$]+)|\binclude_directories\s*\(([^()]*)\)/gm;
/** What CMake calls the folder of the file. */
const OWN_FOLDER =
  /\$\{(?:CMAKE_SOURCE_DIR|CMAKE_CURRENT_SOURCE_DIR|PROJECT_SOURCE_DIR|CMAKE_CURRENT_LIST_DIR)\}/g;

/**
 * Folders of a project in which headers are looked for where no compilation database says how its
 * files are compiled, relative to the project: those that its build files name, then the usual ones.
 */
export function includeFolders(root: string): string[] {
  const named = BUILD_FILES.flatMap((file) => namedIn(readText(join(root, file), SETTINGS_BYTES) ?? ''));
  const inside = [...named, ...USUAL]
    .map((folder) => normalize(folder).replace(/[/\\]$/, ''))
    .filter((folder) => !folder.startsWith('..') && !folder.startsWith(sep));
  return [...new Set(inside)].filter((folder) => holds(root, [folder]));
}

function namedIn(text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([, flag, list = '']) => {
    const words = flag === undefined ? list.split(/[\s,]+/) : [flag];
    return words
      .map((word) => word.replaceAll(/^['"]|['"]$/g, '').replaceAll(OWN_FOLDER, '.'))
      .filter((word) => word !== '' && !/[$@]/.test(word) && !/^[A-Z]+$/.test(word));
  });
}
