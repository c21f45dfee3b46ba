import type { LanguageSupport } from '../../backend/language.ts';
import { javaEnvironment } from './environment.ts';
import { javac, javacOnEdit } from './javac-checker.ts';

export const javaSupport: LanguageSupport = {
  id: 'java',
  servers: [javacOnEdit],
  environment: javaEnvironment,
  checkers: [javac],
};
