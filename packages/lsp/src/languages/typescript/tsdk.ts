import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { realPath } from '../../backend/program/files.ts';
import { findPackage } from '../../backend/program/packages.ts';
import type { Search } from '../../backend/program/search.ts';
import { sectionOf, type Values } from '../../backend/values.ts';
import { isBelow } from '../../support/paths.ts';

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

/**
 * The package of the library that the setting `typescript.tsdk` names: for folders that have no
 * TypeScript of their own. In the workspace it must be one of the installed packages.
 */
export function tsdkIn(settings: Values | undefined, { workspaceRoot, trusted }: Search): string | undefined {
  const tsdk = sectionOf(settings ?? {}, 'typescript.tsdk');
  if (!trusted || typeof tsdk !== 'string' || !isAbsolute(tsdk)) return undefined;
  const home = dirname(join(tsdk, '.'));
  if (!existsSync(join(home, 'package.json'))) return undefined;
  const isInstalled = [home, realPath(home)].every(
    (path) =>
      !isBelow(path, workspaceRoot) || relative(workspaceRoot, path).split(sep).includes('node_modules'),
  );
  return isInstalled ? home : undefined;
}
