import { fileURLToPath } from 'node:url';

/**
 * @typedef {import('oxlint').OxlintConfig} Config
 * @typedef {NonNullable<Config['rules']>} Rules
 *
 * The rules of some files, instead of those before it.
 * @typedef {NonNullable<Config['overrides']>[number]} Override
 */

/** What ESLint recommends, and the compiler does not see in JavaScript. */
// prettier-ignore
const recommended = [
  'no-array-constructor', 'no-empty-function', 'no-unused-expressions', 'no-useless-constructor', 'constructor-super', 'eqeqeq', 'for-direction',
  'getter-return', 'no-async-promise-executor', 'no-case-declarations', 'no-class-assign', 'no-compare-neg-zero', 'no-cond-assign', 'no-const-assign',
  'no-constant-binary-expression', 'no-constant-condition', 'no-control-regex', 'no-debugger', 'no-delete-var', 'no-dupe-class-members', 'no-dupe-else-if',
  'no-dupe-keys', 'no-duplicate-case', 'no-empty', 'no-empty-character-class', 'no-empty-pattern', 'no-empty-static-block', 'no-ex-assign',
  'no-extra-boolean-cast', 'no-func-assign', 'no-global-assign', 'no-import-assign', 'no-invalid-regexp', 'no-irregular-whitespace', 'no-loss-of-precision',
  'no-misleading-character-class', 'no-new-native-nonconstructor', 'no-nonoctal-decimal-escape', 'no-obj-calls', 'no-prototype-builtins',
  'no-regex-spaces', 'no-self-assign', 'no-setter-return', 'no-shadow-restricted-names', 'no-sparse-arrays', 'no-this-before-super', 'no-unassigned-vars',
  'no-unexpected-multiline', 'no-unreachable', 'no-unsafe-finally', 'no-unsafe-negation', 'no-unsafe-optional-chaining', 'no-unused-labels',
  'no-unused-private-class-members', 'no-useless-assignment', 'no-useless-backreference', 'no-useless-catch', 'no-useless-escape', 'no-var', 'no-with',
  'prefer-const', 'prefer-rest-params', 'prefer-spread', 'preserve-caught-error', 'require-yield', 'use-isnan', 'valid-typeof',
];

/** What typescript-eslint has in its sets "strict" and "stylistic". */
// prettier-ignore
const untyped = [
  'adjacent-overload-signatures', 'array-type', 'ban-tslint-comment', 'class-literal-property-style', 'consistent-generic-constructors',
  'consistent-indexed-object-style', 'consistent-type-assertions', 'consistent-type-definitions', 'consistent-type-imports', 'no-confusing-non-null-assertion',
  'no-duplicate-enum-values', 'no-dynamic-delete', 'no-empty-object-type', 'no-explicit-any', 'no-extra-non-null-assertion', 'no-extraneous-class',
  'no-inferrable-types', 'no-misused-new', 'no-namespace', 'no-non-null-asserted-nullish-coalescing', 'no-non-null-asserted-optional-chain',
  'no-non-null-assertion', 'no-require-imports', 'no-this-alias', 'no-unnecessary-type-constraint', 'no-unsafe-declaration-merging', 'no-unsafe-function-type',
  'no-wrapper-object-types', 'prefer-as-const', 'prefer-for-of', 'prefer-function-type', 'prefer-literal-enum-member', 'prefer-namespace-keyword',
  'triple-slash-reference', 'unified-signatures',
];

/** Those of these sets that need types: TypeScript 7 is asked. */
// prettier-ignore
const typed = [
  'await-thenable', 'dot-notation', 'no-array-delete', 'no-base-to-string', 'no-deprecated', 'no-duplicate-type-constituents', 'no-floating-promises',
  'no-for-in-array', 'no-generated-empty-object-type', 'no-implied-eval', 'no-meaningless-void-operator', 'no-misused-promises', 'no-misused-spread',
  'no-mixed-enums', 'no-redundant-type-constituents', 'no-unnecessary-boolean-literal-compare', 'no-unnecessary-condition',
  'no-unnecessary-template-expression', 'no-unnecessary-type-arguments', 'no-unnecessary-type-assertion', 'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters', 'no-unsafe-argument', 'no-unsafe-assignment', 'no-unsafe-call', 'no-unsafe-enum-assignment', 'no-unsafe-enum-comparison',
  'no-unsafe-member-access', 'no-unsafe-return', 'no-unsafe-unary-minus', 'no-useless-default-assignment', 'non-nullable-type-assertion-style',
  'only-throw-error', 'prefer-find', 'prefer-includes', 'prefer-nullish-coalescing', 'prefer-optional-chain', 'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter', 'prefer-regexp-exec', 'prefer-return-this-type', 'prefer-string-starts-ends-with', 'related-getter-setter-pairs',
  'require-await', 'switch-exhaustiveness-check', 'unbound-method', 'use-unknown-in-catch-callback-variable',
];

/** @type {Rules} */
const rules = {
  ...Object.fromEntries(recommended.map((name) => [name, 'error'])),
  ...Object.fromEntries([...untyped, ...typed].map((name) => [`typescript/${name}`, 'error'])),
  'max-lines': ['error', 400],
  'no-fallthrough': ['error', { allowEmptyCase: true }],
  'no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_$', ignoreRestSiblings: true },
  ],
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  'own/no-switch': 'error',
  'own/line-width': 'error',
  // Type imports too: a circle of them says that two files are one.
  'import/no-cycle': ['error', { ignoreTypes: false }],
  'own/late-circles': 'error',
};

/**
 * A cast in a comment is the compiler's to see: tsc (checkJs) is the judge of any there.
 * @type {Override}
 */
const javaScript = {
  files: ['**/*.mjs', '**/*.js'],
  rules: {
    // In TypeScript a type and a value may share a name, and overloads do.
    'no-redeclare': 'error',
    ...off(
      'typescript/no-unsafe-argument',
      'typescript/no-unsafe-assignment',
      'typescript/no-unsafe-call',
      'typescript/no-unsafe-member-access',
      'typescript/no-unsafe-return',
    ),
  },
};

/**
 * What tests may do.
 * @param {string[]} files
 * @returns {Override}
 */
export const tests = (files) => ({
  files,
  rules: {
    'max-lines': ['error', 800],
    'own/retired-titles': 'error',
    // Matchers (expect.any, objectContaining) are typed any; process.umask(), deprecated, is the only
    // way to know what mode a new file has to have.
    ...off(
      'typescript/no-unsafe-assignment',
      'typescript/no-deprecated',
      'typescript/require-await',
      'typescript/unbound-method',
    ),
    ...off('no-empty-function', 'typescript/no-non-null-assertion', 'own/line-width'),
  },
});

/**
 * @param {string[]} names
 * @returns {Rules}
 */
export function off(...names) {
  return Object.fromEntries(names.map((name) => [name, 'off']));
}

/** The rules of all packages. */
export const base = /** @satisfies {Config} */ ({
  plugins: ['typescript', 'import'],
  jsPlugins: [fileURLToPath(new URL('plugin.mjs', import.meta.url))],
  // Each rule is named here, so that an upgrade of oxlint brings none unasked.
  categories: { correctness: 'off' },
  options: { typeAware: true },
  ignorePatterns: ['**/dist/**', '**/node_modules/**', '.cache/**', 'coverage/**'],
  rules,
  overrides: [javaScript],
});

const reads = {
  names: ['readFile', 'readFileSync'],
  message: 'Files are read by support/read-file.ts, whose callers state how many bytes they take.',
};

/**
 * A clone may have anything in the place of a file: the reader has a cap, and takes regular files
 * alone.
 * @param {string[]} files
 * @param {string[]} excludeFiles the reader, and what reads no files of others
 * @returns {Override}
 */
export const boundedReads = (files, excludeFiles) => ({
  files,
  excludeFiles,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: ['fs', 'node:fs', 'fs/promises', 'node:fs/promises'].map((name) => ({
          name,
          importNames: reads.names,
          message: reads.message,
        })),
      },
    ],
    'no-restricted-properties': [
      'error',
      ...reads.names.map((property) => ({ property, message: reads.message })),
      { object: 'Bun', property: 'file', message: reads.message },
    ],
  },
});
