import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isObject, objectOf, textOf } from '../../support/json.ts';
import { isBelow } from '../../support/paths.ts';
import { realPath } from '../../backend/program/files.ts';
import { manifestAt, resolvePackage } from '../../backend/program/packages.ts';
import type { Search } from '../../backend/program/search.ts';
import type { WorldHole } from '../../backend/world.ts';
import { installer } from './packages.ts';

/**
 * A package of the workspace itself, linked into node_modules, whose package.json names files that its
 * build has not made yet.
 *
 * @param module as it is imported
 * @param from the folder of the file that imports it
 */
export function notBuilt(module: string, from: string, search: Search): WorldHole | undefined {
  const name = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?=\/|$)/i.exec(module)?.[0];
  const link = name === undefined ? undefined : resolvePackage(from, name);
  if (name === undefined || link === undefined) return undefined;
  const home = realPath(link);
  const isOwn = isBelow(home, search.workspaceRoot) && !home.includes(`${sep}node_modules${sep}`);
  if (!isOwn) return undefined;
  const manifest = manifestAt(join(home, 'package.json')) ?? {};
  const targets = targetsOf(manifest, `.${module.slice(name.length)}`);
  const [first] = targets;
  if (first === undefined || targets.some((target) => existsSync(join(home, target)))) return undefined;
  const scripts = objectOf(manifest['scripts']) ?? {};
  const script = ['build', 'prepare', 'compile', 'dist'].find((each) => textOf(scripts[each]) !== undefined);
  const [manager = 'npm'] = installer(home, search).split(' ');
  return {
    file: join(home, 'package.json'),
    what: `names ${first}, which is not built yet`,
    ...(script !== undefined && { command: `${manager} run ${script}` }),
  };
}

/** The files that an import of the package may be, as package.json names them. */
function targetsOf(manifest: Readonly<Record<string, unknown>>, subpath: string): string[] {
  const { exports } = manifest;
  if (exports !== undefined) return exported(exports, subpath);
  if (subpath === '.')
    return ['types', 'typings', 'main', 'module'].flatMap((key) => textOf(manifest[key]) ?? []);
  // `@acme/lib/dist/one`, where dist is what the build makes.
  const main = textOf(manifest['types']) ?? textOf(manifest['main']);
  const folder = main === undefined ? undefined : dirname(join('.', main)).split(/[/\\]/)[0];
  return folder !== undefined && folder !== '.' && subpath.startsWith(`./${folder}/`) ? [folder] : [];
}

function exported(exports: unknown, subpath: string): string[] {
  if (!isObject(exports) || !Object.keys(exports).some((key) => key.startsWith('.')))
    return subpath === '.' ? leaves(exports) : [];
  for (const [key, value] of Object.entries(exports)) {
    if (key === subpath) return leaves(value);
    const [before = '', after = ''] = key.split('*');
    if (key.includes('*') && subpath.startsWith(before) && subpath.endsWith(after)) {
      // One file of many may be misspelt: only a folder that is not there tells.
      return leaves(value).flatMap((target) => {
        const folder = dirname(`${target.split('*')[0] ?? ''}x`);
        return /^\.?\/?$/.test(folder) ? [] : [folder];
      });
    }
  }
  return [];
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isObject(value) ? Object.values(value).flatMap(leaves) : [];
}
