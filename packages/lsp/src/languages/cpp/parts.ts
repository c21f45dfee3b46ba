import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { isFile, nearest, readText } from '../../backend/program/files.ts';
import type { HoleWithFindings, Look } from '../../backend/world.ts';
import { isObject, parseJson } from '../../support/json.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { SOURCE_BYTES } from '../../support/read-file.ts';
import type { Diagnostic } from '../../types.ts';
import { DATABASES } from './markers.ts';

/** By convention these stand in the text of another file, whose names and macros they use. */
const PARTS = new Set(['.inl', '.ipp', '.tpp', '.tcc', '.txx', '.cuh']);
const INCLUDERS = ['.h', '.hpp', '.hh', '.hxx', '.h++', '.cuh', '.c', '.cc', '.cpp', '.cxx', '.cu'];

const SOURCES = new Set(['.c', '.cc', '.cpp', '.cxx', '.c++']);

/** Files that are read for what includes a part. */
const MOST = 500;
/** Of a compilation database that is read for them, bytes. */
const DATABASE_BYTES = 16 * 1024 * 1024;

/**
 * A part that is compiled on its own, and not where it is included. Where a name is unknown then, no finding
 * in it counts: the verdict is the one of its includer.
 *
 * @param isName whether a finding is a name that is not known
 */
export function outOfPlace(
  file: AdmittedPath,
  findings: readonly Diagnostic[],
  look: Look,
  isName: (finding: Diagnostic) => boolean,
): HoleWithFindings[] {
  if (!findings.some(isName)) return [];
  const folder = dirname(file) + sep;
  const near = (path: string): number => (path.startsWith(folder) ? 0 : 1);
  const includer = mayInclude(file, look)
    .filter((path) => path !== file)
    .toSorted((one, other) => near(one) - near(other))
    .slice(0, MOST)
    .find((path) => includes(path, file));
  return includer === undefined
    ? []
    : [{ file, what: `is a part of ${basename(includer)}, and is judged where that includes it`, findings }];
}

/** Of a source that the build does not compile by itself: sources that it does (unity builds). */
function mayInclude(file: string, { filesOf, search }: Look): readonly string[] {
  const ending = extname(file).toLowerCase();
  if (PARTS.has(ending)) return filesOf(INCLUDERS);
  const compiled = SOURCES.has(ending) ? compiledAround(file, search.workspaceRoot) : [];
  return compiled.includes(file) ? [] : compiled;
}

/** Absolute, by the nearest compilation database. */
function compiledAround(file: string, workspaceRoot: string): string[] {
  const home = nearest(dirname(file), workspaceRoot, DATABASES) ?? workspaceRoot;
  const path = DATABASES.map((name) => join(home, name)).find(isFile);
  const text = path === undefined ? undefined : readText(path, DATABASE_BYTES);
  const commands = text === undefined ? undefined : parseJson(text);
  if (path === undefined || !Array.isArray(commands)) return [];
  return commands.flatMap((command: unknown) => {
    if (!isObject(command) || typeof command['file'] !== 'string') return [];
    const folder = typeof command['directory'] === 'string' ? command['directory'] : '';
    return [resolve(dirname(path), folder, command['file'])];
  });
}

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*["<](.+?)[">]/gm;

/** By its own folder, or by any folder of headers. */
function includes(path: string, file: string): boolean {
  const found = (readText(path, SOURCE_BYTES) ?? '').matchAll(INCLUDE);
  return Array.from(found, ([, name = '']) => name).some(
    (name) => resolve(dirname(path), name) === file || file.endsWith(join(sep, name)),
  );
}
