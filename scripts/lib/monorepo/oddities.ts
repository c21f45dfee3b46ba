import type { Oddity } from './monorepo.js';

/**
 * For a package whose own TypeScript is older than 5.5, in a repository that has a later one:
 * there, the directive is the error.
 */
export const BEFORE_5_5: Oddity = {
  files: {
    'src/own-version.ts': `export function present(names: readonly (string | undefined)[]): string[] {
  // @ts-expect-error: what the filter leaves is not inferred
  const found: string[] = names.filter((name) => name !== undefined);
  return found;
}
`,
  },
};

/** For one that has TypeScript 5, where the repository has 7: there, it is an error. */
export const BEFORE_7: Oddity = {
  files: { 'src/own-version.ts': 'export module Legacy {\n  export const answer: number = 42;\n}\n' },
};

/** For one that has TypeScript 7, where the repository has 5. */
export const FROM_7: Oddity = {
  files: {
    'src/own-version.ts':
      '// @ts-expect-error: it is a namespace\nexport module Legacy {\n  export const answer: number = ' +
      '42;\n}\n',
  },
};
