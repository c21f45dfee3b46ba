import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.js';
import { slow } from './slow.js';

export const targets: readonly FuzzTarget[] = [slow];
