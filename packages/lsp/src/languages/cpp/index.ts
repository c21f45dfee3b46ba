import type { LanguageSupport } from '../../backend/language.ts';
import { clangd } from './clangd.ts';

export const cppSupport: LanguageSupport = {
  id: 'cpp',
  servers: [clangd],
  settingsFiles: ['compile_flags.txt', '.clangd', '.clang-tidy'],
};
