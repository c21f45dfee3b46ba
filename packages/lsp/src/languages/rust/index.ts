import type { LanguageSupport } from '../../backend/language.ts';
import { cargoChecker } from './cargo-checker.ts';
import { cargo } from './cargo.ts';
import { rustAnalyzer } from './rust-analyzer.ts';

export const rustSupport: LanguageSupport = {
  id: 'rust',
  servers: [cargo, rustAnalyzer],
  checkers: [cargoChecker],
  settingsFiles: ['cargo.lock', 'rust-toolchain'],
};
