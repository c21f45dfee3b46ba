import { kindsOf, type KindOf, SYNTAX } from '../../backend/kinds.ts';

/** Of pyright, mypy, ty, ruff and pylint. */
export const pythonKind: KindOf = kindsOf([
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
]);

/** Its errors of the syntax have no code. */
export const pyrightKind: KindOf = (finding) =>
  finding.code === undefined && finding.severity === 'error' ? SYNTAX : pythonKind(finding);
