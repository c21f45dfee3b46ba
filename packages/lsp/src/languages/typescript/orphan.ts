import { dirname, relative, resolve, sep } from 'node:path';
import { isFile } from '../../backend/program/files.ts';
import { isObject } from '../../support/json.ts';
import { configContent, referencedConfigs } from './tsconfig.ts';

/** How many patterns of each kind are named. */
const MOST = 5;

/** How long a chain of `extends` is followed. */
const MOST_BASES = 5;

/**
 * Why only the syntax of an orphan file was checked, for people and models.
 *
 * @param config the nearest project file
 * @param root of the server; paths are shown relative to it
 */
export function orphanReason(path: string, config: string, root: string): string {
  const name = relative(root, config).replaceAll(sep, '/');
  const why = `${name}, the nearest, ${includesOf(path, config)}`;
  return `only its syntax was checked, since no project of TypeScript holds it: ${why}`;
}

function includesOf(path: string, config: string): string {
  const { files, include, exclude, options } = merged(config);
  const names = listOf(files);
  const patterns = listOf(include);
  if (/\.[cm]?jsx?$/.test(path) && options['allowJs'] !== true && options['checkJs'] !== true)
    return 'takes no JavaScript (`allowJs`)';
  const references = referencedConfigs(config).map((each) =>
    relative(dirname(config), each)
      .replaceAll(sep, '/')
      .replace(/\/tsconfig\.json$/, ''),
  );
  const parts = [
    ...(patterns.length > 0 ? [`includes ${named(patterns)}`] : []),
    ...(names.length > 0 ? [`lists ${named(names)}`] : []),
    ...(patterns.length === 0 && names.length === 0 && Array.isArray(files)
      ? [references.length > 0 ? `only refers to ${named(references)}` : 'lists no file']
      : []),
    ...(patterns.length === 0 && !Array.isArray(files) ? ['includes its folder'] : []),
    ...(exclude === undefined ? [] : [`excludes ${named(listOf(exclude))}`]),
  ];
  return parts.join(', ');
}

interface Config {
  readonly files: unknown;
  readonly include: unknown;
  readonly exclude: unknown;
  readonly options: Readonly<Record<string, unknown>>;
}

/** What the file says, and else the files that it extends by relative paths. */
function merged(config: string, depth = 0, seen = new Set<string>()): Config {
  seen.add(config);
  const { files, include, exclude, compilerOptions, extends: bases } = configContent(config);
  const options = isObject(compilerOptions) ? compilerOptions : {};
  const inherited =
    depth >= MOST_BASES
      ? []
      : listOf(Array.isArray(bases) ? bases : [bases])
          .flatMap((base) => baseOf(config, base))
          .flatMap((base) => (seen.has(base) ? [] : merged(base, depth + 1, seen)));
  const first = (key: 'files' | 'include' | 'exclude'): unknown =>
    inherited.map((base) => base[key]).findLast((value) => value !== undefined);
  return {
    files: files ?? first('files'),
    include: include ?? (files === undefined ? first('include') : undefined),
    exclude: exclude ?? first('exclude'),
    options: Object.assign({}, ...inherited.map((base) => base.options), options) as Config['options'],
  };
}

function baseOf(config: string, base: string): string[] {
  if (!base.startsWith('.')) return [];
  const path = resolve(dirname(config), base);
  return [path, `${path}.json`].filter(isFile).slice(0, 1);
}

function named(patterns: readonly string[]): string {
  const left = patterns.length - MOST;
  return `${patterns
    .slice(0, MOST)
    .map((pattern) => `"${pattern}"`)
    .join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
