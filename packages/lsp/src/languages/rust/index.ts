import type { LanguageSupport } from '../../backend/language.ts';
import { cargo, cargoOnEdit } from './cargo.ts';
import { rustAnalyzer } from './rust-analyzer.ts';

export const rustSupport: LanguageSupport = {
  id: 'rust',
  servers: [cargoOnEdit, rustAnalyzer],
  checkers: [cargo],
  settingsFiles: ['cargo.lock', 'rust-toolchain'],
};
