import { isAbsolute, dirname, join, resolve } from 'node:path';
import { objectOf } from '../../support/json.ts';
import { parseJsonc } from '../../support/jsonc.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { isFile, readText } from '../../backend/program/files.ts';
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
  /** Those of what it extends are overridden by its own. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What it extends and is not there: its options are not known. */
  readonly bases: readonly MissingFile[];
  /** Other things that it names and are not there. No option is of these. */
  readonly others: readonly MissingFile[];
  /** Files that are no JSON, not even with comments. */
  readonly unreadable: readonly string[];
}

/** Configurations that extend each other; more are not looked at. */
const MOST = 30;

/** A project file with all that it extends, nearest first. */
export function readConfiguration(config: string): Configuration {
  const [bases, others, unreadable]: [MissingFile[], MissingFile[], string[]] = [[], [], []];
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
    all.push(objectOf(content['compilerOptions']) ?? {});
    if (path === config) others.push(...referencesOf(content, path));
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
  return { options, bases, others, unreadable };
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
  if (home === undefined) return { kind: 'missing', path: undefined };
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

function strings(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === 'string');
}
