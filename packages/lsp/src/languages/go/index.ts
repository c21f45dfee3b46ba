import type { LanguageSupport } from '../../backend/language.ts';
import { go } from './go-checker.ts';
import { gopls } from './gopls.ts';

export const goSupport: LanguageSupport = {
  id: 'go',
  servers: [gopls],
  checkers: [go],
  settingsFiles: ['go.mod', 'go.sum', 'go.work', 'go.work.sum'],
};
