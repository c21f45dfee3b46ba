import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Its own package tree, outside the root's workspaces (REQ-PKG-010). */
export const sidecar = join(root, 'packages', 'lsp');
/** For generated files: ignored by git, safe to delete. */
export const cache = join(root, '.cache');

/**
 * The file of a program that an npm package brings, so that no shell has to find it.
 * @param {string} path below node_modules
 */
export const tool = (path) => join(root, 'node_modules', path);
export const tools = {
  oxlint: tool('oxlint/bin/oxlint'),
  prettier: tool('prettier/bin/prettier.cjs'),
  tsc: tool('typescript/bin/tsc'),
  /** TypeScript 7: a fifth of the time, and the same errors. TypeScript 5.9 makes the builds. */
  typecheck: join(sidecar, 'node_modules/typescript-v7/bin/tsc'),
  vitest: tool('vitest/vitest.mjs'),
};
