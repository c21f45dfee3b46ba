import type { LanguageSupport } from '../../backend/language.ts';
import { ecmascriptEnvironment } from './environment.ts';
import { tsc } from './tsc/tsc.ts';
import { typescript } from './typescript.ts';

export const typescriptSupport: LanguageSupport = {
  id: 'typescript',
  servers: [typescript],
  environment: ecmascriptEnvironment,
  checkers: [tsc],
};
