import type { LanguageSupport } from '../../backend/language.ts';
import { cppEnvironment } from './environment.ts';
import { clangd } from './clangd.ts';

export const cppSupport: LanguageSupport = {
  id: 'cpp',
  servers: [clangd],
  environment: cppEnvironment,
  settingsFiles: ['compile_flags.txt', '.clangd', '.clang-tidy'],
};
