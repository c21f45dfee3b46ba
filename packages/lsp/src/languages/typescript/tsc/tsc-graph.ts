import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path';
import { isSource } from './shadow-rules.ts';
import { configContent, configIn, referencedConfigs } from '../tsconfig.ts';
import { isObject } from '../../../support/json.ts';
import { isBelow } from '../../../support/paths.ts';
import { ancestors, realPath, shown } from '../../../backend/program/files.ts';
import { resolvePackage } from '../../../backend/program/packages.ts';

/** The files that `tsc --build` of one project file reads and writes. */
export interface BuildGraph {
  /** The project files that take part, and those that they extend; absolute, real. */
  readonly configs: readonly string[];
  /** The folders and files that it writes; absolute. */
  readonly outputs: readonly string[];
  /** Why a copy of the workspace would be judged differently from the workspace itself. */
  readonly obstacle: string | undefined;
}

/**
 * No workspace has this many project files: beyond it, references lead in a circle of new names.
 */
const MOST = 10_000;

const CONFIG_DIR = /^\$\{configDir\}/i;

const WRITTEN = ['outDir', 'declarationDir', 'tsBuildInfoFile', 'outFile'] as const;

/**
 * In a shadow workspace these are links to the originals; a name that begins with a dot is a cache,
 * not a package.
 */
const INSTALLED = /[/\\]node_modules[/\\][^.]/;

/**
 * The project file to build so that `config` is judged: the topmost one that reaches it by
 * references, else `config` itself if it has references. Undefined where `config` is judged alone.
 */
export function solutionOf(config: string, workspaceRoot: string): string | undefined {
  for (const folder of ancestors(dirname(config), workspaceRoot).reverse()) {
    const candidate = folder === dirname(config) ? config : configIn(folder);
    if (candidate === undefined) continue;
    if (candidate === config) return referencedConfigs(config).length > 0 ? config : undefined;
    for (const reached of reachable(candidate)) if (reached === config) return candidate;
  }
  return undefined;
}

export function buildGraph(solution: string, workspaceRoot: string): BuildGraph {
  const configs = new Set<string>();
  const outputs: string[] = [];
  let obstacle: string | undefined;
  for (const config of [solution, ...reachable(solution)]) {
    const chain = extended(config);
    for (const each of chain) configs.add(realPath(each));
    outputs.push(...written(config, chain));
    obstacle ??= obstacleOf(config, chain, workspaceRoot);
  }
  // A folder of outputs that also holds project files must not be left out of the copy.
  const apart = outputs.filter((output) => ![...configs].some((config) => isBelow(config, output)));
  return { configs: [...configs], outputs: apart, obstacle };
}

/** By references, the nearest first, each once, without `config` itself. */
function* reachable(config: string): Generator<string> {
  const seen = new Set([config]);
  for (const each of seen) {
    for (const next of referencedConfigs(each)) {
      if (seen.has(next) || seen.size > MOST || !existsSync(next)) continue;
      seen.add(next);
      yield next;
    }
  }
}

/** The project file, and those that it extends; a file that takes precedence comes first. */
function extended(config: string): string[] {
  const chain = new Set([config]);
  for (const each of chain) {
    const { extends: named } = configContent(each);
    const bases: unknown[] = Array.isArray(named) ? named : [named];
    for (const base of bases.toReversed()) {
      const path = typeof base === 'string' && chain.size < MOST ? baseOf(base, each) : undefined;
      if (path !== undefined) chain.add(path);
    }
  }
  return [...chain];
}

function baseOf(name: string, config: string): string | undefined {
  const paths =
    isAbsolute(name) || name.startsWith('.')
      ? [resolve(dirname(config), name)]
      : inPackage(name, dirname(config));
  return paths
    .flatMap((path) => [path, `${path}.json`, join(path, 'tsconfig.json')])
    .find((path) => path.endsWith('.json') && existsSync(path));
}

function inPackage(name: string, folder: string): string[] {
  const [, packageName = name, rest = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/s.exec(name) ?? [];
  const home = resolvePackage(folder, packageName);
  return home === undefined ? [] : [join(realPath(home), rest)];
}

function optionsOf(config: string): Record<string, unknown> {
  const { compilerOptions } = configContent(config);
  return isObject(compilerOptions) ? compilerOptions : {};
}

/**
 * A path in a project file is relative to that file, unless it begins with `${configDir}`, the
 * folder of the project.
 */
function resolved(path: string, from: string, config: string): string {
  return resolve(dirname(from), path.replace(CONFIG_DIR, dirname(config)));
}

/**
 * More `..` than there are folders lead to the same place from everywhere, so also out of a copy.
 */
function leavesDisk(path: string, from: string, config: string): boolean {
  const [base, rest] = CONFIG_DIR.test(path) ? [config, path.replace(CONFIG_DIR, '.')] : [from, path];
  const up = normalize(rest)
    .split(sep)
    .filter((segment) => segment === '..').length;
  return (
    up >
    dirname(base)
      .split(sep)
      .filter((segment) => segment !== '').length
  );
}

function written(config: string, chain: readonly string[]): string[] {
  return WRITTEN.flatMap((name) => {
    const from = chain.find((each) => optionsOf(each)[name] !== undefined);
    const path = from === undefined ? undefined : optionsOf(from)[name];
    return typeof path === 'string' && from !== undefined ? [resolved(path, from, config)] : [];
  });
}

function obstacleOf(config: string, chain: readonly string[], workspaceRoot: string): string | undefined {
  const name = shown(config, workspaceRoot);
  if (!isBelow(realPath(config), workspaceRoot))
    return `${name} is referenced, and lies outside of the workspace`;
  if (!isSource(realPath(config)))
    return (
      `${name} is referenced, and belongs to a package that was installed, of which there is no copy to ` +
      'build'
    );
  for (const from of chain) {
    const project = shown(from, workspaceRoot);
    for (const path of pathsIn(from)) {
      if (isAbsolute(path)) return `${project} names an absolute path: ${path}`;
      if (leavesDisk(path, from, config)) return `${project} leads above all folders: ${path}`;
      const target = resolved(path.replace(/(?<!^\$)[*?{].*$/s, ''), from, config);
      if (target !== workspaceRoot && !isBelow(target, workspaceRoot))
        return `${project} reads outside of the workspace: ${path}`;
    }
    for (const option of WRITTEN) {
      const path = optionsOf(from)[option];
      if (typeof path === 'string' && isAbsolute(path))
        return `${project} writes to an absolute path: ${path}`;
      if (typeof path === 'string' && leavesDisk(path, from, config))
        return `${project} writes above all folders: ${path}`;
      if (typeof path === 'string' && INSTALLED.test(resolved(path, from, config)))
        return `${project} writes into a package that was installed: ${path}`;
      if (typeof path === 'string' && leadsAway(resolved(path, from, config)))
        return `${project} writes through a symbolic link: ${path}`;
    }
  }
  return undefined;
}

/** The paths where the compiler looks for sources. */
function pathsIn(config: string): string[] {
  const { files, include } = configContent(config);
  const { baseUrl, rootDir, rootDirs, paths } = optionsOf(config);
  const mapped = isObject(paths) ? Object.values(paths).flat() : [];
  return [files, include, baseUrl, rootDir, rootDirs, mapped]
    .flat()
    .filter((path): path is string => typeof path === 'string');
}

function leadsAway(path: string): boolean {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  return realPath(there) !== there;
}
