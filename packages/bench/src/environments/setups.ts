import { OTHERS, OTHERS_MISSING } from './others.js';
import { PYTHON_SETUPS, PYTHON_MISSING } from './python.js';
import type { Setup } from './setup.js';
import { TYPESCRIPT_SETUPS, TYPESCRIPT_MISSING } from './typescript.js';

export const SETUPS: readonly Setup[] = [
  ...PYTHON_SETUPS,
  ...TYPESCRIPT_SETUPS,
  ...OTHERS,
  ...PYTHON_MISSING,
  ...TYPESCRIPT_MISSING,
  ...OTHERS_MISSING,
];
