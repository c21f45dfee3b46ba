import { existsSync } from 'node:fs';
import { isAbsolute, dirname, join, parse, resolve } from 'node:path';
import { objectOf } from '../../support/json.ts';
import { parseJsonc } from '../../support/jsonc.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { isFile, nearest, readText } from '../../backend/program/files.ts';
import { resolvePackage } from '../../backend/program/packages.ts';
import { isPath } from './imports/ecmascript-imports.ts';

/** A file that a configuration names and that is not there. */
export interface MissingFile {
  /** The configuration, absolute. */
  readonly by: string;
  /** Why it is needed: `extends "./base.json"`. */
  readonly named: string;
  /** As the configuration names it. */
  readonly name: string;
  /** Absolute; undefined for one of a package. */
  readonly path: string | undefined;
}

export interface Configuration {
  /** Those of what it extends are overridden by its own. `typeRoots` are absolute. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What it extends and is not there: its options are not known. */
  readonly bases: readonly MissingFile[];
  /** Other things that it names and are not there. No option is of these. */
  readonly others: readonly MissingFile[];
  /** Files that are no JSON, not even with comments. */
  readonly unreadable: readonly string[];
  /** Options with values that no compiler takes: it goes on without them. */
  readonly refused: readonly RefusedOption[];
}

export interface RefusedOption {
  readonly by: string;
  readonly option: string;
  readonly value: string;
  /** `types` names a package that is nowhere. */
  readonly isMissing: boolean;
}

/** Configurations that extend each other; more are not looked at. */
const MOST = 30;

/** A project file with all that it extends, nearest first. */
export function readConfiguration(config: string): Configuration {
  const [bases, others, unreadable]: [MissingFile[], MissingFile[], string[]] = [[], [], []];
  const refused: RefusedOption[] = [];
  const all: Readonly<Record<string, unknown>>[] = [];
  const seen = new Set<string>();
  const read = (path: string): void => {
    if (seen.has(path) || seen.size >= MOST) return;
    seen.add(path);
    const text = readText(path, SETTINGS_BYTES);
    const content = parseJsonc(text ?? '');
    if (content === undefined) {
      if (text !== undefined && text.trim() !== '') unreadable.push(path);
      return;
    }
    const own = objectOf(content['compilerOptions']) ?? {};
    all.push({ ...own, ...typeRootsOf(own, path, config) });
    refused.push(...refusedIn(own, path));
    if (path === config) others.push(...referencesOf(content, path), ...filesOf(content, path));
    // The last one wins.
    for (const name of strings(content['extends']).reverse()) {
      const found = extended(name, path);
      if (found.kind === 'file') read(found.path);
      else if (found.kind === 'missing')
        bases.push({ by: path, named: `extends "${name}"`, name, path: found.path });
    }
  };
  read(config);
  const options = Object.fromEntries(all.reverse().flatMap((one) => Object.entries(one)));
  refused.push(...missingTypes(options, config));
  return { options, bases, others, unreadable, refused };
}

function typeRootsOf({ typeRoots }: Readonly<Record<string, unknown>>, by: string, config: string): object {
  if (!Array.isArray(typeRoots)) return {};
  const absolute = (name: string): string =>
    resolve(dirname(by), name.replace('${configDir}', dirname(config)));
  return { typeRoots: strings(typeRoots).map(absolute) };
}

type Extended =
  | { readonly kind: 'file'; readonly path: string }
  /** It is there, and only its package knows where. */
  | { readonly kind: 'somewhere' }
  | { readonly kind: 'missing'; readonly path: string | undefined };

function extended(name: string, by: string): Extended {
  const folder = dirname(by);
  if (isPath(name) || isAbsolute(name)) {
    const path = resolve(folder, name);
    const file = [path, ...(path.endsWith('.json') ? [] : [`${path}.json`])].find(isFile);
    return file === undefined ? { kind: 'missing', path } : { kind: 'file', path: file };
  }
  const own = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  const home = resolvePackage(folder, own) ?? (name.includes('/') ? folderOf(own, folder) : undefined);
  if (home === undefined) return isPnp(folder) ? { kind: 'somewhere' } : { kind: 'missing', path: undefined };
  const path = join(home, name.slice(own.length));
  const file = [path, `${path}.json`, join(path, 'tsconfig.json')].find(isFile);
  return file === undefined ? { kind: 'somewhere' } : { kind: 'file', path: file };
}

/** A folder of configurations needs no package.json. */
function folderOf(name: string, folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const home = join(at, 'node_modules', name);
    if (isFile(join(home, 'tsconfig.json'))) return home;
    if (dirname(at) === at) return undefined;
  }
}

function referencesOf(content: Readonly<Record<string, unknown>>, by: string): MissingFile[] {
  const { references } = content;
  return (Array.isArray(references) ? references : []).flatMap((reference: unknown) => {
    const name = objectOf(reference)?.['path'];
    if (typeof name !== 'string') return [];
    const to = resolve(dirname(by), name);
    const path = to.endsWith('.json') ? to : join(to, 'tsconfig.json');
    return isFile(path) ? [] : [{ by, named: `references "${name}"`, name, path }];
  });
}

function filesOf({ files }: Readonly<Record<string, unknown>>, by: string): MissingFile[] {
  return (Array.isArray(files) ? strings(files) : []).flatMap((name) => {
    const path = resolve(dirname(by), name);
    return name.includes('$') || existsSync(path) ? [] : [{ by, named: `names "${name}"`, name, path }];
  });
}

/** The values of all versions: `lib.dom.d.ts` is `dom`. https://www.typescriptlang.org/tsconfig */
const VALUES: Readonly<Record<string, RegExp>> = {
  lib: /^(?:es\d+|esnext|dom|webworker|scripthost|decorators)(?:\.\w+)*$/i,
  target: /^es(?:\d{1,4}|next)$/i,
  module: /^(?:none|commonjs|amd|system|umd|es(?:6|\d{4}|next)|node(?:\d\d|next)|preserve)$/i,
  moduleResolution: /^(?:node(?:10|16|next)?|classic|bundler)$/i,
  jsx: /^(?:preserve|react|react-native|react-jsx|react-jsxdev)$/i,
};

function refusedIn(options: Readonly<Record<string, unknown>>, by: string): RefusedOption[] {
  return Object.entries(VALUES).flatMap(([option, allowed]) =>
    strings(options[option])
      .filter((value) => !allowed.test(value) && !value.includes('$'))
      .map((value) => ({ by, option, value, isMissing: false })),
  );
}

/** Names in `types` that are no package anywhere: tsc reports each as error 2688. */
function missingTypes({ types, typeRoots }: Readonly<Record<string, unknown>>, by: string): RefusedOption[] {
  const folder = dirname(by);
  if (typeRoots !== undefined || isPnp(folder)) return [];
  return (Array.isArray(types) ? strings(types) : [])
    .filter((name) => !isPath(name) && !name.includes('*') && !isAbsolute(name))
    .filter((name) => {
      const own = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
      const declared = `@types/${own.replace(/^@/, '').replace('/', '__')}`;
      return [own, declared].every(
        (one) => resolvePackage(folder, one) === undefined && !isInModules(folder, one),
      );
    })
    .map((value) => ({ by, option: 'types', value, isMissing: true }));
}

/** Yarn's Plug'n'Play: packages lie in archives, and no node_modules tells what is installed. */
const isPnp = (folder: string): boolean => nearest(folder, parse(folder).root, ['.pnp.cjs']) !== undefined;

/** A folder of declarations needs no package.json. */
function isInModules(folder: string, name: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name))) return true;
    if (dirname(at) === at) return false;
  }
}

function strings(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === 'string');
}
