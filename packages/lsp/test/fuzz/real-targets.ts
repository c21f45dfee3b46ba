import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.ts';
import { changesReal } from './changes-real.ts';

/** Those over real servers: one input takes longer than the tests give a target. */
export const targets: readonly FuzzTarget[] = [changesReal];
