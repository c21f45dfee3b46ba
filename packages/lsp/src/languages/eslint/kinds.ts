import { kindsOf, type KindOf } from '../../backend/kinds.ts';

/** Of ESLint, oxlint, and Biome, whose documentation says which rules its own are named after. */
export const scriptKind: KindOf = kindsOf([
  ['no-unused-vars', 'no-unused-variables', 'no-unused-function-parameters'],
  ['eqeqeq', 'no-double-equals'],
  ['no-undef', 'no-undeclared-variables'],
  ['prefer-const', 'use-const'],
  ['no-unreachable', 'no-unreachable-code'],
  ['no-dupe-keys', 'no-duplicate-object-keys'],
  ['no-dupe-class-members', 'no-duplicate-class-members'],
  ['no-dupe-else-if', 'no-duplicate-else-if'],
  ['no-dupe-args', 'no-duplicate-parameters'],
  ['no-cond-assign', 'no-assign-in-expressions'],
  ['no-empty', 'no-empty-block-statements'],
  ['no-fallthrough', 'no-fallthrough-switch-clause'],
  ['no-loss-of-precision', 'no-precision-loss'],
  ['rules-of-hooks', 'use-hook-at-top-level'],
  ['exhaustive-deps', 'use-exhaustive-dependencies'],
  ['jsx-key', 'use-jsx-key-in-iterable'],
  ['use-isnan', 'use-is-nan'],
  ['valid-typeof', 'use-valid-typeof'],
  ['require-yield', 'use-yield'],
  ['alt-text', 'use-alt-text'],
  ['no-console', 'no-console-log'],
]);
