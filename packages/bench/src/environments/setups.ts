import { OTHERS, OTHERS_MISSING } from './others.js';
import { PYTHON, PYTHON_MISSING } from './python.js';
import type { Setup } from './setup.js';
import { TYPESCRIPT, TYPESCRIPT_MISSING } from './typescript.js';

export const SETUPS: readonly Setup[] = [
  ...PYTHON,
  ...TYPESCRIPT,
  ...OTHERS,
  ...PYTHON_MISSING,
  ...TYPESCRIPT_MISSING,
  ...OTHERS_MISSING,
];
