import { join } from 'node:path';

export const DATABASES = ['compile_commands.json', join('build', 'compile_commands.json')];

/** Files that tell clangd how the files below are compiled, or that clangd serves this folder. */
export const MARKERS = [
  'compile_commands.json',
  'compile_flags.txt',
  '.clangd',
  join('build', 'compile_commands.json'),
];
