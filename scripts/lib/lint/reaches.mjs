import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Whether a module imports another one, itself or through others, types too.
 * @param {string} from
 * @param {string} to
 * @returns {boolean}
 */
export function reaches(from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return importsOf(from).some((next) => reaches(next, to, seen));
}

/** @type {Map<string, readonly string[]>} */
const known = new Map();

/** @param {string} file */
export function importsOf(file) {
  const names =
    known.get(file) ??
    [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].flatMap(
      ([, name = '']) => resolveModule(file, name) ?? [],
    );
  known.set(file, names);
  return names;
}

/**
 * The file of a relative name of a module; undefined for other names and where there is none.
 * @param {string} from
 * @param {string} name
 */
export function resolveModule(from, name) {
  if (!name.startsWith('.')) return undefined;
  const path = join(dirname(from), name);
  return [path.replace(/\.js$/, '.ts'), path].find((file) => /\.[cm]?[jt]s$/.test(file) && existsSync(file));
}
