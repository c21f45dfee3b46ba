import type { LanguageSupport } from '../../backend/language.ts';
import { rustEnvironment } from './environment.ts';
import { cargo, cargoOnEdit } from './cargo.ts';
import { rustAnalyzer } from './rust-analyzer.ts';

export const rustSupport: LanguageSupport = {
  id: 'rust',
  servers: [cargoOnEdit, rustAnalyzer],
  environment: rustEnvironment,
  checkers: [cargo],
  settingsFiles: ['cargo.lock', 'rust-toolchain'],
};
