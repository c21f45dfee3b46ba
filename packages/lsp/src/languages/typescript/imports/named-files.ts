import { basename, dirname, resolve, sep } from 'node:path';
import { isObject } from '../../../support/json.ts';
import { fitsGlob, isInGlob, literalStart, type PathGlob, plainGlob } from '../../../support/path-glob.ts';
import { extended, strings } from './aliases.ts';
import type { JsonFiles } from './json-files.ts';

/** Which files one tsconfig.json names. */
export interface NamedFiles {
  names(path: string): boolean;
  /** It may name a file below this folder. */
  namesBelow(folder: string): boolean;
  /** JavaScript is judged by types, too. */
  readonly checksJavaScript: boolean;
}

interface Pattern {
  readonly glob: PathGlob;
  /** Names a folder with all that is below, or a file. */
  readonly isPlain: boolean;
}

interface Lists {
  readonly files: readonly Pattern[] | undefined;
  readonly include: readonly Pattern[] | undefined;
  readonly exclude: readonly Pattern[] | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly outputs: readonly Pattern[];
}

const FOUND_BY_SERVERS = new Set(['tsconfig.json', 'jsconfig.json']);
const JAVASCRIPT = /\.[cm]?jsx?$/;
/** How long a chain of `extends` is followed. */
const MOST_BASES = 10;

/**
 * Reads a tsconfig.json. Empty for one that only passes on options: no server finds it, and it says nothing
 * of files.
 */
export function readNamedFiles(config: string, json: JsonFiles): NamedFiles[] {
  const { files, include, exclude, outputs, options } = read(config, json, dirname(config), MOST_BASES);
  const isFound = FOUND_BY_SERVERS.has(basename(config));
  if (files === undefined && include === undefined && !isFound) return [];
  const wanted = [
    ...(files ?? []),
    ...(include ?? (files === undefined ? [pattern(dirname(config), '**/*')] : [])),
  ];
  const unwanted = exclude ?? outputs;
  const takesJavaScript =
    basename(config) === 'jsconfig.json' || options['allowJs'] === true || options['checkJs'] === true;
  return [
    {
      checksJavaScript: options['checkJs'] === true,
      names(path) {
        if (JAVASCRIPT.test(path) && !takesJavaScript) return false;
        const names = namesOf(path);
        return (
          files?.some(({ glob }) => fitsGlob(names, glob)) === true ||
          (wanted.some((one) => fits(names, one)) && !unwanted.some(({ glob }) => isInGlob(names, glob)))
        );
      },
      namesBelow(folder) {
        const names = namesOf(folder);
        return (
          wanted.some(({ glob }) => mayMeet(names, literalStart(glob))) &&
          !unwanted.some(({ glob }) => isInGlob(names, glob))
        );
      },
    },
  ];
}

function read(config: string, json: JsonFiles, folder: string, depth: number): Lists {
  const content = json.read(config) ?? {};
  const here = dirname(config);
  const patterns = (value: unknown): readonly Pattern[] | undefined =>
    value === undefined
      ? undefined
      : strings(value).map((name) => pattern(here, name.replace('${configDir}', folder)));
  const bases =
    depth === 0
      ? []
      : strings(content['extends'])
          .flatMap((name) => extended(here, name, json))
          .map((base) => read(base, json, folder, depth - 1));
  const inherited = <K extends keyof Lists>(key: K): Lists[K] | undefined =>
    bases.map((base) => base[key]).findLast((value) => value !== undefined);
  const own = isObject(content['compilerOptions']) ? content['compilerOptions'] : {};
  const outputs = [own['outDir'], own['declarationDir']].flatMap((name) => patterns(name) ?? []);
  return {
    files: patterns(content['files']) ?? inherited('files'),
    include: patterns(content['include']) ?? inherited('include'),
    exclude: patterns(content['exclude']) ?? inherited('exclude'),
    outputs: outputs.length > 0 ? outputs : (inherited('outputs') ?? []),
    options: bases.reduceRight((all, { options }) => ({ ...options, ...all }), own),
  };
}

function pattern(folder: string, name: string): Pattern {
  return { glob: plainGlob(namesOf(resolve(folder, name))), isPlain: !/[*?][^/]*$/.test(name) };
}

function namesOf(path: string): string[] {
  return path.split(sep).filter((name) => name !== '');
}

function fits(names: readonly string[], one: Pattern): boolean {
  return one.isPlain ? isInGlob(names, one.glob) : fitsGlob(names, one.glob);
}

/** One of them leads to the other. */
function mayMeet(some: readonly string[], others: readonly string[]): boolean {
  const length = Math.min(some.length, others.length);
  return some.slice(0, length).every((name, index) => name === others[index]);
}
