import type { LanguageSupport } from '../../backend/language.ts';
import { eslintChecker } from './eslint-checker.ts';
import { eslint } from './eslint.ts';

export const eslintSupport: LanguageSupport = {
  id: 'eslint',
  servers: [eslint],
  checkers: [eslintChecker],
  settingsFiles: ['.eslintignore', '.gitignore', /^eslint\.config\..+$/, /^\.eslintrc.*$/],
};
