import { PYTHON } from './python.js';
import type { Setup } from './setup.js';

export const SETUPS: readonly Setup[] = [...PYTHON];
