import type { Break } from './edits.js';
import { ofCrates, ofGo, ofNpm, type Package } from './registries/package.js';

/** Source code of a package as a workspace of its own. */
export interface Corpus {
  readonly id: string;
  readonly source: Package;
  /** What of the package is copied: path in it, path in the workspace; all of it by default. */
  readonly copies?: readonly (readonly [from: string, to: string])[];
  /** What its code imports, where no lock file in it says so: copied to `node_modules`. */
  readonly dependencies?: readonly Package[];
  /** Written into the workspace: path, text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Errors that are put into files of the package, by path. */
  readonly breaks?: Readonly<Record<string, Omit<Break, 'code'>>>;
}

/** The compiler options under which the sources are clean: no errors in 5.9 and, but for one file, in 7. */
function tsconfig(exclude: readonly string[] = []): string {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'Preserve',
    moduleResolution: 'Bundler',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  };
  return JSON.stringify({ compilerOptions, include: ['src'], exclude }, undefined, 2);
}

const sources = [
  ['src', 'src'],
  ['package.json', 'package.json'],
] as const;

export const QUERY: Corpus = {
  id: 'query-core',
  source: ofNpm(
    '@tanstack/query-core',
    '5.108.0',
    'sha512-X9zJUtEV/0D2q9pmGS/Bza8S4bNovSBhZOtdhtu0fzsHwizC6C+Eh/q5CX3MQBchsRMrirWVQmv7Fp4OStzV9g==',
  ),
  copies: sources,
  files: { 'tsconfig.json': tsconfig() },
};

export const ZOD: Corpus = {
  id: 'zod',
  source: ofNpm(
    'zod',
    '4.6.7',
    'sha512-g8W2D2kU6a8untc053fX1uVBKzM7yqAxW/3zwk83+6RyF2+SKOuV+c0wBDhUwzV1PaGapmZH+rmcUzPf+3CGwg==',
  ),
  copies: sources,
  // The tests import vitest, which the package does not bring.
  files: { 'tsconfig.json': tsconfig(['src/**/tests/**', 'src/**/benchmarks/**']) },
};

export const EFFECT: Corpus = {
  id: 'effect',
  source: ofNpm(
    'effect',
    '3.22.4',
    'sha512-RNshu7AXVxxDh6aS4lothhJ+QoZ4xSykbWNaaVdvDN72RMyVwhCGdALkyl1TbEydgAmRIdD1eTyJqBUGwSBGDA==',
  ),
  copies: sources,
  dependencies: [
    ofNpm(
      'fast-check',
      '3.23.2',
      'sha512-h5+1OzzfCC3Ef7VbtKdcv7zsstUQwUDlYpUTvjeUsJAssPgLn7QzbboPtL5ro04Mq0rPOsMzl7q5hIbRs2wD1A==',
    ),
    ofNpm(
      'pure-rand',
      '6.1.0',
      'sha512-bVWawvoZoBYpp6yIoQtQXHZjmz35RSVHnUOTefl8Vcjr8snTPY1wnpSPMWekcFwbxI6gtmT7rSYPFvz71ldiOA==',
    ),
    ofNpm(
      '@standard-schema/spec',
      '1.0.0',
      'sha512-m2bOd0f2RT9k8QJx1JN85cZYyH1RqFBdlwtkSlf4tBDYLCiiZnv1fIIwacK6cqwXavOydf0NPToMQgpKq+dVlA==',
    ),
  ],
  files: { 'tsconfig.json': tsconfig() },
};

/** node-gyp carries gyp, which is Python. */
export const GYP: Corpus = {
  id: 'gyp',
  source: ofNpm(
    'node-gyp',
    '13.1.0',
    'sha512-FpNzOLFACKG0oRBYbZ5WOeWD1EqRTIWX90MaRIWTO18lVYPx8fqIjrdS3pihjnCkSmgop6zVGkSqg1vXZLksuw==',
  ),
  copies: [['gyp/pylib', '.']],
  files: { 'pyrightconfig.json': JSON.stringify({ typeCheckingMode: 'standard' }) },
};

export const CLIENT_GO: Corpus = {
  id: 'client-go',
  source: ofGo('k8s.io/client-go', 'v0.37.2', 'h1:sgFtyRZukGkOrsu+QgS7LYnbFFJ5ut3MchdBNduD//E='),
};

export const REGEX_AUTOMATA: Corpus = {
  id: 'regex-automata',
  source: ofCrates(
    'regex-automata',
    '0.4.18',
    'ad8553b9b26413251cbf30e620595c7a41b3887f03da04579c0e6b0d6a06b4b2',
  ),
  // The package holds only a part of the integration tests. Those in the sources stay.
  files: { 'tests/lib.rs': '' },
};

/** ESLint's own JavaScript, under rules that a plain project would have. */
export const ESLINT: Corpus = {
  id: 'eslint',
  source: ofNpm(
    'eslint',
    '10.15.0',
    'sha512-+5Wg4p+ze3sG1WErYgUO/3H1IQIfFBymVUA0Fo/XTeBOLS6UQIUekpSJ8sdRkn7O7wjh84b55w/roqavH2aScg==',
  ),
  // Without its package.json: by that, `eslint` would be the workspace itself.
  copies: [['lib', 'lib']],
  files: { 'eslint.config.js': eslintConfig() },
};

export function eslintConfig(more: readonly string[] = []): string {
  const rules = [
    'constructor-super',
    'eqeqeq',
    'no-cond-assign',
    'no-const-assign',
    'no-dupe-args',
    'no-dupe-keys',
    'no-duplicate-case',
    'no-fallthrough',
    'no-func-assign',
    'no-redeclare',
    'no-self-assign',
    'no-this-before-super',
    'no-undef',
    'no-unreachable',
    'no-unsafe-finally',
    'no-unused-vars',
    'no-var',
    'prefer-const',
    'use-isnan',
    'valid-typeof',
    ...more,
  ];
  const globals = [
    'require',
    'module',
    'exports',
    '__dirname',
    'process',
    'console',
    'performance',
    'URL',
    'Buffer',
    'setTimeout',
  ];
  const config = {
    files: ['**/*.js'],
    languageOptions: {
      ecmaVersion: 2025,
      sourceType: 'commonjs',
      globals: Object.fromEntries(globals.map((name) => [name, 'readonly'])),
    },
    rules: Object.fromEntries(rules.map((name) => [name, 'error'])),
  };
  return `module.exports = [${JSON.stringify(config, undefined, 2)}];\n`;
}
