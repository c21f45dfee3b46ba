import type { LspConfig } from '../../types.ts';
import { cargoChecker } from './cargo.ts';
import type { CheckerDefinition } from './definition.ts';
import { eslintChecker } from './eslint.ts';
import { go } from './go.ts';
import { pyrightChecker } from './pyright.ts';
import { ruff } from './ruff.ts';
import { tsc } from './tsc.ts';

export type * from './definition.ts';

/** Those that need no configuration, by id. */
export const CHECKERS: readonly CheckerDefinition[] = [cargoChecker, eslintChecker, go, pyrightChecker, ruff, tsc];

/** Those that are switched on, by id. */
export function createCheckers({ checkers = {} }: LspConfig): readonly CheckerDefinition[] {
  return CHECKERS.filter(({ id }) => checkers[id]?.enabled !== false);
}
