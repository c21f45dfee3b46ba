import type { Diagnostic } from '../types.ts';

/**
 * What several tools find, by the names that they have for it. The first is the name of the kind; the
 * others are codes, as `plain` writes them. Names that differ only in prefix and spelling need no row.
 */
const SAME: readonly (readonly string[])[] = [
  // Python: pyright, mypy, ty, ruff, pylint.
  ['syntax-error', 'syntax', 'invalid-syntax', 'e999', 'e0001'],
  [
    'undefined-name',
    'report-undefined-variable',
    'name-defined',
    'unresolved-reference',
    'f821',
    'e0602',
    'undefined-variable',
  ],
  [
    'missing-import',
    'report-missing-imports',
    'import-not-found',
    'import',
    'unresolved-import',
    'e0401',
    'import-error',
  ],
  ['missing-source', 'report-missing-module-source', 'import-untyped'],
  ['return-type', 'report-return-type', 'return-value', 'invalid-return-type'],
  ['argument-type', 'report-argument-type', 'arg-type', 'invalid-argument-type'],
  ['assignment', 'report-assignment-type', 'invalid-assignment'],
  [
    'call',
    'report-call-issue',
    'call-arg',
    'call-overload',
    'missing-argument',
    'too-many-positional-arguments',
    'unknown-argument',
  ],
  [
    'attribute',
    'report-attribute-access-issue',
    'report-optional-member-access',
    'attr-defined',
    'union-attr',
    'unresolved-attribute',
    'possibly-unbound-attribute',
  ],
  ['index', 'report-index-issue', 'report-optional-subscript', 'non-subscriptable'],
  ['operator', 'report-operator-issue', 'report-optional-operand', 'unsupported-operator'],
  ['override', 'report-incompatible-method-override', 'invalid-method-override'],
  ['possibly-undefined', 'report-possibly-unbound', 'possibly-unresolved-reference'],
  ['redefinition', 'report-redeclaration', 'no-redef', 'f811'],
  ['unused-import', 'report-unused-import', 'f401', 'no-unused-imports'],
  [
    'unused-variable',
    'report-unused-variable',
    'f841',
    'no-unused-variables',
    'no-unused-vars',
    'no-unused-function-parameters',
  ],
  // JavaScript and TypeScript: ESLint, oxlint, and Biome, which says itself what its rules are named after.
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
];

const KINDS: ReadonlyMap<string, string> = new Map(
  SAME.flatMap(([kind = '', ...names]) => [kind, ...names].map((name) => [name, kind] as const)),
);

/** One mistake of the syntax has as many errors, and as many places, as a parser makes of it. */
export const SYNTAX = 'syntax-error';

/** About a line as a whole: some say where it begins, others name a word in it. */
export const OF_LINES: ReadonlySet<string> = new Set(['missing-import', 'missing-source', 'unused-import']);

/** A code that is a number, or a letter and a number, is of one tool alone. */
const NUMBERED = /^[a-z]{0,8}\d+$/;

/**
 * What a finding is about, if another tool may find the same: `no-unused-vars` of ESLint,
 * `eslint(no-unused-vars)` of oxlint and `lint/correctness/noUnusedVariables` of Biome are one.
 */
export function kindOf({ code, source }: Pick<Diagnostic, 'code' | 'source'>): string | undefined {
  if (code === undefined && source?.toLowerCase().endsWith('pyright') === true) return SYNTAX;
  if (typeof code !== 'string' || code === '') return undefined;
  const name = plain(code);
  return KINDS.get(name) ?? (NUMBERED.test(name) ? undefined : name);
}

/** The rule alone, without its plugin or group, in lower case with hyphens. */
function plain(code: string): string {
  const rule = /\(([^()]+)\)$/.exec(code)?.[1] ?? code;
  return (rule.split('/').at(-1) ?? rule)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
