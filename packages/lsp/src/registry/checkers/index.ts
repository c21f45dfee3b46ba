import { compareText } from '../../compare.ts';
import type { LspConfig } from '../../types.ts';
import { UNTRUSTED } from '../untrusted.ts';
import { absent } from './absent.ts';
import { cargoChecker } from './cargo.ts';
import { configured } from './configured.ts';
import { customChecker } from './custom.ts';
import type { CheckerDefinition } from './definition.ts';
import { eslintChecker } from './eslint.ts';
import { go } from './go.ts';
import { javac } from '../../languages/java/javac-checker.ts';
import { pyrightChecker } from './pyright.ts';
import { ruff } from './ruff.ts';
import { tsc } from './tsc.ts';

export type * from './definition.ts';

/** The checkers that need no configuration, by id. */
export const CHECKERS: readonly CheckerDefinition[] = [cargoChecker, eslintChecker, go, javac, pyrightChecker, ruff, tsc];

/** The checkers that are switched on, the user's own included, by id. */
export function createCheckers({ checkers = {} }: LspConfig): readonly CheckerDefinition[] {
  const known = new Set(CHECKERS.map(({ id }) => id));
  const own = Object.entries(checkers).filter(([id]) => !known.has(id));
  return [...CHECKERS.map((checker) => configured(checker, checkers[checker.id] ?? {})), ...own.map(([id, config]) => customChecker(id, config))]
    .filter(({ id }) => checkers[id]?.enabled !== false)
    .map(onlyWhereTrusted)
    .sort((a, b) => compareText(a.id, b.id));
}

function onlyWhereTrusted(checker: CheckerDefinition): CheckerDefinition {
  if (checker.needsNoTrust) return checker;
  return {
    ...checker,
    locate(folder, search) {
      const location = checker.locate(folder, search);
      if (search.trusted || location.kind === 'not-applicable') return location;
      return absent(checker.id, UNTRUSTED, location.kind === 'found' ? location.project.root : location.root);
    },
  };
}
