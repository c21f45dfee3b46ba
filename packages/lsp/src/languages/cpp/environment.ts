import { join } from 'node:path';
import type { EnvironmentTraits } from '../../backend/environment.ts';
import { holds, nearest, shown, treeRoot } from '../../backend/program/files.ts';
import { MARKERS } from './markers.ts';
import { includeFolders } from './include-folders.ts';

export const cppEnvironment: EnvironmentTraits = {
  language: 'C, C++',
  markers: ['compile_commands.json', 'compile_flags.txt', '.clangd'],
  extensions: ['.c', '.cc', '.cpp', '.cxx', '.m', '.mm'],
  describe(folder, search) {
    const top = treeRoot(folder, search.workspaceRoot);
    const root = nearest(folder, top, MARKERS) ?? top;
    const file = MARKERS.find((name) => holds(root, [name]));
    if (file === undefined)
      return {
        root,
        uses: 'no compilation database',
        why:
          `headers are looked for in ${includeFolders(root).join(', ')}; CMake writes one with ` +
          '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, bear around make',
      };
    return { root, uses: shown(join(root, file), search.workspaceRoot), why: 'the nearest to its files' };
  },
};
