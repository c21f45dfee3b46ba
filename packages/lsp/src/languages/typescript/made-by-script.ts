import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { objectOf } from '../../support/json.ts';
import { isBelow } from '../../support/paths.ts';
import { manifestAt } from '../../backend/program/packages.ts';
import type { Search } from '../../backend/program/search.ts';
import { ignoredGap } from '../../backend/not-made.ts';
import { isPlainWord, type WorldHole } from '../../backend/world.ts';
import { aliased, readAliases } from './imports/aliases.ts';
import { JsonFiles } from './imports/json-files.ts';
import { installer } from './packages.ts';
import { nearestConfig } from './tsconfig.ts';

/** `openapi-typescript api.yaml -o src/schema.d.ts`, `orval --output src/client`, `x > y.ts`. */
const OUTPUT =
  /(?:\s(?:-o|-d|--out|--out[-_]?(?:put|dir|file|path|folder)|--dest(?:ination)?)[\s=]|>)\s*["']?([\w@./-]+)/gi;
/** Scripts that make sources, by their names. */
const MAKING = /^(?:code-?gen|generate|gen|proto|typegen|types)(?:$|[:-])/;
const ENDINGS = ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json'];
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
  const targets = module.startsWith('.')
    ? [resolve(dirname(file), module)]
    : behindAlias(module, file, search);
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
  const inside = targets.filter((target) => isBelow(target, folder));
  const gap = ignoredGap(
    inside.flatMap((target) => [
      ...ENDINGS.map((ending) => stem(target) + ending),
      ...(extname(target) === '' ? [] : [target]),
    ]),
    inside.map((target) => join(stem(target), 'index.ts')),
    search.workspaceRoot,
  );
  if (gap === undefined) return undefined;
  const isBuilt = /^(?:dist|build|lib|out|esm|cjs)$/.test(basename(gap));
  const making = Object.keys(scripts).filter((name) => (isBuilt ? name === 'build' : MAKING.test(name)));
  return hole(gap, making.length === 1 ? making[0] : undefined, ', which git ignores');
}

/** Where the project's own configuration leads, as to what the build of another project makes. */
function behindAlias(module: string, file: string, { workspaceRoot }: Search): string[] {
  const config = nearestConfig(file, workspaceRoot);
  return config === undefined
    ? []
    : aliased(
        readAliases(config, new JsonFiles(), () => true),
        module,
      );
}

/** Without the ending of a module. */
const stem = (path: string): string => path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');

export function scriptsOf(folder: string): Record<string, string> {
  const scripts = objectOf(manifestAt(join(folder, 'package.json'))?.['scripts']) ?? {};
  return Object.fromEntries(
    Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
