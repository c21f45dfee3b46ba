import { compareText } from '../../support/compare.ts';
import type { LspConfig } from '../../types.ts';
import { UNTRUSTED } from '../program/untrusted.ts';
import { absent } from './absent.ts';
import { cargoChecker } from '../../languages/rust/cargo-checker.ts';
import { configured } from './configured.ts';
import { customChecker } from './custom.ts';
import type { CheckerDefinition } from './definition.ts';
import { eslintChecker } from '../../languages/eslint/eslint-checker.ts';
import { go } from '../../languages/go/go-checker.ts';
import { pyrightChecker } from '../../languages/python/pyright-checker.ts';
import { ruff } from '../../languages/python/ruff.ts';
import { tsc } from '../../languages/typescript/tsc/tsc.ts';

export type * from './definition.ts';

/** The checkers that need no configuration, by id. */
export const CHECKERS: readonly CheckerDefinition[] = [cargoChecker, eslintChecker, go, pyrightChecker, ruff, tsc];

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
