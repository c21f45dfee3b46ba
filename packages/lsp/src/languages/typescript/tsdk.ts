import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findPackage } from '../../backend/program/packages.ts';
import type { Search } from '../../backend/program/search.ts';

/**
 * Options with the folder of the library that a server loads TypeScript from: the workspace's own,
 * else the bundled one, where the workspace has none or a native one.
 */
export function withTsdk(folder: string, search: Search): { typescript: { tsdk: string | undefined } } {
  const tsdk = [findPackage(folder, search.workspaceRoot, 'typescript'), search.bundled('typescript')]
    .map((home) => join(home ?? '', 'lib'))
    .find((lib) => existsSync(join(lib, 'typescript.js')));
  return { typescript: { tsdk } };
}
