import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isObject, objectOf, parseJson } from '../../support/json.ts';
import { isBelow } from '../../support/paths.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { readText } from '../../backend/program/files.ts';
import type { Search } from '../../backend/program/search.ts';
import { ignoredGap } from '../../backend/not-made.ts';
import { isPlainWord, type WorldHole } from '../../backend/world.ts';
import { installer } from './packages.ts';

/** `openapi-typescript api.yaml -o src/schema.d.ts`, `orval --output src/client`, `x > y.ts`. */
const OUTPUT = /(?:\s(?:-o|-d|--out|--out[-_]?(?:put|dir|file|path|folder)|--dest(?:ination)?)[\s=]|>)\s*["']?([\w@./-]+)/gi;
/** Scripts that make sources, by their names. */
const MAKING = /^(?:code-?gen|generate|gen|proto|typegen|types)(?:$|[:-])/;
const ENDINGS = ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json', '/index.ts', ''];
/** Behind an alias: only such names are no packages. */
const ALIAS = /^(?:[~@#$]|\$lib)\/(.+)/;

/**
 * A file that is not there, and that a script of package.json writes, or that git ignores: what makes it
 * has not run yet.
 *
 * @param module as it is imported
 * @param folder of package.json
 */
export function madeByScript(
  module: string,
  file: string,
  folder: string,
  search: Search,
): WorldHole | undefined {
  const behind = ALIAS.exec(module)?.[1];
  const targets = module.startsWith('.')
    ? [resolve(dirname(file), module)]
    : behind === undefined
      ? []
      : ['', 'src', 'src/lib'].map((base) => join(folder, base, behind));
  const scripts = scriptsOf(folder);
  const hole = (made: string, script: string | undefined, why = ''): WorldHole => {
    const [manager = 'npm'] = installer(folder, search).split(' ');
    return {
      file: join(folder, 'package.json'),
      what: `has not made ${relative(folder, made).replaceAll(sep, '/')} yet${why}`,
      ...(script !== undefined && isPlainWord(script) && { command: `${manager} run ${script}` }),
    };
  };
  for (const [script, line] of Object.entries(scripts))
    for (const [, output = ''] of line.matchAll(OUTPUT)) {
      const made = resolve(folder, output);
      const isMeant = targets.some(
        (target) => isBelow(target, made) || stem(target) === stem(made) || target === made,
      );
      if (isMeant && isBelow(made, folder) && !existsSync(made)) return hole(made, script);
    }
  const gap = targets
    .filter((target) => isBelow(target, folder))
    .flatMap((target) => ENDINGS.map((ending) => stem(target) + ending).concat(target))
    .map((path) => ignoredGap(path, search.workspaceRoot))
    .find((found) => found !== undefined);
  if (gap === undefined) return undefined;
  const making = Object.keys(scripts).filter((name) => MAKING.test(name));
  return hole(gap, making.length === 1 ? making[0] : undefined, ', which git ignores');
}

/** Without the ending of a module. */
const stem = (path: string): string => path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');

export function scriptsOf(folder: string): Record<string, string> {
  const json = parseJson(readText(join(folder, 'package.json'), SETTINGS_BYTES) ?? '');
  const scripts = isObject(json) ? (objectOf(json['scripts']) ?? {}) : {};
  return Object.fromEntries(
    Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
