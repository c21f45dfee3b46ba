import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Files that stand in two packages, byte for byte the same, relative to the root. The one in
 * packages/lsp is the source. The copy is built, not committed: core has to build where
 * packages/lsp is not installed.
 */
export const shared = [
  'lsp/types.ts',
  'lsp/settings-table.ts',
  'lsp/known-programs.ts',
  'lsp/diagnostics.ts',
  'support/compare.ts',
  'support/counted.ts',
  'support/diagnostic-text.ts',
  'support/duration.ts',
  'lsp/host-settings.ts',
  'support/escaped.ts',
  'support/git-folder.ts',
  'support/gitignore.ts',
  'support/json.ts',
  'support/node-version.ts',
  'support/own-program.ts',
  'support/path-glob.ts',
  'support/read-file.ts',
  'support/real-path.ts',
  'support/environment.ts',
  'support/secret-names.ts',
  'support/secret-values.ts',
  'trace/trace-line.ts',
  'trace/trace-file.ts',
].map((path) => ({
  source: `packages/lsp/src/${path.replace(/^lsp\//, '')}`,
  copy: `packages/core/src/${path}`,
}));

/**
 * Leaves a copy that is up to date as it is, so that nothing has to be built again. Copies are
 * read-only: an editor then warns of the mistake.
 */
export function writeCopies(folder = root) {
  for (const { source, copy } of shared) {
    const [from, to] = [join(folder, source), join(folder, copy)];
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) continue;
    mkdirSync(dirname(to), { recursive: true });
    rmSync(to, { force: true });
    copyFileSync(from, to);
    chmodSync(to, 0o444);
  }
}
