import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isObject } from '../../support/json.ts';
import { parseJsonc } from '../../support/jsonc.ts';
import { isBelow } from '../../support/paths.ts';
import { namesIn } from '../../support/folders.ts';
import { ancestors, isFile, readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';

/**
 * Quirk(TypeScript): a project file that it was told of is read whatever it is. Of all others, such
 * as package.json, it asks first whether they are regular files.
 */
export const CONFIG_NAMES = /^[tj]sconfig.*\.json$/i;

/** Project files that a server finds by itself. The first one that exists counts. */
const FOUND_BY_SERVERS = ['tsconfig.json', 'jsconfig.json'] as const;

/**
 * The tsconfig.json (else jsconfig.json) that is nearest to a file, at or above its folder and not
 * above `root`. Only the server knows whether its project holds the file.
 *
 * @param path absolute, below `root`
 */
export function nearestConfig(path: string, root: string): string | undefined {
  for (const folder of ancestors(dirname(path), root)) {
    const config = configIn(folder);
    if (config !== undefined) return config;
  }
  return undefined;
}

/** As {@link nearestConfig}, for many files below `root`. Looks into each folder once. */
export function configFinder(root: string): (path: string) => string | undefined {
  const found = new Map<string, string | undefined>();
  const find = (folder: string): string | undefined => {
    if (!found.has(folder))
      found.set(folder, configIn(folder) ?? (isBelow(folder, root) ? find(dirname(folder)) : undefined));
    return found.get(folder);
  };
  return (path) => find(dirname(path));
}

/** The project file of a folder. */
export function configIn(folder: string): string | undefined {
  return FOUND_BY_SERVERS.map((name) => join(folder, name)).find(isFile);
}

/**
 * The `tsconfig.*.json` files beside a project file that state themselves which files they cover,
 * for example one for tests. Sorted by name. No server finds them where the project file does not
 * reference them. Others only pass on options, and what to leave out with them.
 */
export function configsBeside(config: string): string[] {
  const folder = dirname(config);
  return namesIn(folder)
    .filter((name) => /^tsconfig\..+\.json$/.test(name) && name !== basename(config))
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => {
      const content = configContent(path);
      return (
        content['files'] !== undefined ||
        content['include'] !== undefined ||
        (content['exclude'] !== undefined && extendsIt(content, config))
      );
    });
}

function extendsIt({ extends: bases }: Record<string, unknown>, config: string): boolean {
  const isIt = (base: unknown): boolean =>
    typeof base === 'string' &&
    [base, `${base}.json`].some((path) => resolve(dirname(config), path) === config);
  return Array.isArray(bases) ? bases.some(isIt) : isIt(bases);
}

/**
 * The project files in the same folder that `config` references, and the others beside it: see
 * {@link configsBeside}.
 */
export function configsOfFolder(config: string): string[] {
  const beside = referencedConfigs(config).filter(
    (path) => dirname(path) === dirname(config) && path !== config && existsSync(path),
  );
  return [...new Set([...beside, ...configsBeside(config)])];
}

/**
 * The project files that `config` references, in its order: absolute, existing or not. A solution
 * may hold no file itself, only references.
 */
export function referencedConfigs(config: string): string[] {
  const { references } = configContent(config);
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference: unknown) => {
    if (!isObject(reference) || typeof reference['path'] !== 'string') return [];
    const path = resolve(dirname(config), reference['path']);
    return path.endsWith('.json') ? path : join(path, 'tsconfig.json');
  });
}

/** The references that may hold one of these files: it is in their folder, or below. */
export function referencesAbove(config: string, files: readonly string[]): string[] {
  return referencedConfigs(config).filter((reference) =>
    files.some((path) => isBelow(path, dirname(reference))),
  );
}

/**
 * The first referenced project where `config` is a solution, which is only a list of other
 * projects. Files of the first project belong to it, whichever of the other projects hold them too.
 * Undefined where the first project has references itself: it would report files of those as its
 * own.
 */
export function firstOfSolution(config: string): string | undefined {
  const { files, include } = configContent(config);
  if (!Array.isArray(files) || files.length > 0 || include !== undefined) return undefined;
  const [first] = referencedConfigs(config);
  return first !== undefined && referencedConfigs(first).length === 0 ? first : undefined;
}

/** The content of the project file itself. `{}` where it does not exist, or is half written. */
export function configContent(config: string): Record<string, unknown> {
  return parseJsonc(readText(config, SETTINGS_BYTES) ?? '') ?? {};
}
