import type { LanguageSupport } from '../../backend/language.ts';
import { goEnvironment } from './environment.ts';
import { go } from './go-checker.ts';
import { gopls } from './gopls.ts';

export const goSupport: LanguageSupport = {
  id: 'go',
  servers: [gopls],
  environment: goEnvironment,
  checkers: [go],
  settingsFiles: ['go.mod', 'go.sum', 'go.work', 'go.work.sum'],
};
