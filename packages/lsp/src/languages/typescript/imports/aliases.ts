import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isObject } from '../../../support/json.ts';
import { isBelow } from '../../../support/paths.ts';
import { isPath } from './ecmascript-imports.ts';
import type { JsonFiles } from './json-files.ts';
import { matchPathPattern } from './path-pattern.ts';

/**
 * Where modules are, according to one tsconfig.json and all that it extends. All paths are
 * absolute.
 */
export interface Aliases {
  readonly paths: readonly { readonly pattern: string; readonly target: string }[];
  readonly baseUrls: readonly string[];
  /** Modules whose `jsx-runtime` files with tags import. */
  readonly jsxSources: readonly string[];
  /** `./a` may mean `./a.ios`: `.ios` */
  readonly suffixes: readonly string[];
  /** Folders that count as one folder. */
  readonly rootDirs: readonly (readonly string[])[];
}

/**
 * Reads a tsconfig.json. Where one configuration overrides another, both are used: one edge too
 * many is better than one too few.
 *
 * @param holdsSources a referenced configuration in such a folder applies to the files there, not
 * to these
 */
export function readAliases(
  config: string,
  json: JsonFiles,
  holdsSources: (folder: string) => boolean,
): Aliases {
  const baseUrls: string[] = [];
  const rootDirs: string[][] = [];
  const declared: { readonly folder: string; readonly pattern: string; readonly target: string }[] = [];
  const jsxSources: string[] = [];
  const suffixes: string[] = [];
  const seen = new Set<string>();
  const queue = [config];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const value = json.read(path);
    if (value === undefined) continue;
    const folder = dirname(path);
    const options = isObject(value['compilerOptions']) ? value['compilerOptions'] : {};
    const absolute = (name: string): string => resolve(folder, name.replace('${configDir}', dirname(config)));
    if (typeof options['baseUrl'] === 'string') baseUrls.push(absolute(options['baseUrl']));
    jsxSources.push(...strings(options['jsxImportSource']));
    suffixes.push(...strings(options['moduleSuffixes']).filter((suffix) => suffix !== ''));
    const dirs = strings(options['rootDirs']);
    if (dirs.length > 0) rootDirs.push(dirs.map(absolute));
    for (const [pattern, targets] of Object.entries(isObject(options['paths']) ? options['paths'] : {})) {
      for (const target of strings(targets))
        declared.push({ folder, pattern, target: target.replace('${configDir}', dirname(config)) });
    }
    for (const name of strings(value['extends']))
      for (const base of extended(folder, name, json)) queue.push(base);
    for (const reference of Array.isArray(value['references']) ? value['references'] : []) {
      const named: unknown = isObject(reference) ? reference['path'] : undefined;
      if (typeof named !== 'string') continue;
      const to = resolve(folder, named);
      const file = to.endsWith('.json') ? to : join(to, 'tsconfig.json');
      if (!holdsSources(dirname(file))) queue.push(file);
    }
  }
  const paths = declared.flatMap(({ folder, pattern, target }) => {
    const bases = isAbsolute(target) ? [''] : [folder, ...baseUrls];
    return bases.map((base) => ({ pattern, target: join(base, target) }));
  });
  return { paths, baseUrls, jsxSources, suffixes, rootDirs };
}

/** Other locations of a file that a relative specifier names. */
export function elsewhere({ rootDirs }: Aliases, path: string): string[] {
  return rootDirs.flatMap((dirs) => {
    const home = dirs.find((dir) => isBelow(path, dir));
    return home === undefined
      ? []
      : dirs.filter((dir) => dir !== home).map((dir) => dir + path.slice(home.length));
  });
}

/** The files that a specifier may mean when it is not a path. */
export function aliased({ paths, baseUrls }: Aliases, specifier: string): string[] {
  const mapped = paths.flatMap(({ pattern, target }) => {
    const matched = matchPathPattern(pattern, specifier);
    return matched === undefined ? [] : [target.replace('*', () => matched)];
  });
  return [...mapped, ...baseUrls.map((base) => join(base, specifier))];
}

/** The files that `extends` may mean. */
export function extended(folder: string, name: string, json: JsonFiles): string[] {
  const endings = (path: string): string[] =>
    path.endsWith('.json') ? [path] : [path, `${path}.json`, join(path, 'tsconfig.json')];
  if (isPath(name) || isAbsolute(name)) return endings(resolve(folder, name));
  for (let home = folder; ; home = dirname(home)) {
    const found = endings(join(home, 'node_modules', name)).filter((path) => json.read(path) !== undefined);
    if (found.length > 0 || dirname(home) === home) return found;
  }
}

export function strings(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === 'string');
}
