import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { readText } from '../../backend/program/files.ts';
import type { HoleWithFindings, Look } from '../../backend/world.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { SOURCE_BYTES } from '../../support/read-file.ts';
import type { Diagnostic } from '../../types.ts';

/** By convention these stand in the text of another file, whose names and macros they use. */
const PARTS = new Set(['.inl', '.ipp', '.tpp', '.tcc', '.txx', '.cuh']);
const INCLUDERS = ['.h', '.hpp', '.hh', '.hxx', '.h++', '.cuh', '.c', '.cc', '.cpp', '.cxx', '.cu'];

/** Files that are read for what includes a part. */
const MOST = 500;

/**
 * A part that is compiled on its own, and not where it is included. Where a name is unknown then, no finding
 * in it counts: the verdict is the one of its includer.
 *
 * @param isName whether a finding is a name that is not known
 */
export function outOfPlace(
  file: AdmittedPath,
  findings: readonly Diagnostic[],
  { filesOf }: Look,
  isName: (finding: Diagnostic) => boolean,
): HoleWithFindings[] {
  if (!PARTS.has(extname(file).toLowerCase()) || !findings.some(isName)) return [];
  const folder = dirname(file) + sep;
  const near = (path: string): number => (path.startsWith(folder) ? 0 : 1);
  const includer = filesOf(INCLUDERS)
    .filter((path) => path !== file)
    .toSorted((one, other) => near(one) - near(other))
    .slice(0, MOST)
    .find((path) => includes(path, file));
  return includer === undefined
    ? []
    : [{ file, what: `is a part of ${basename(includer)}, and is judged where that includes it`, findings }];
}

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]/gm;

/** By its own folder, or by any folder of headers. */
function includes(path: string, file: string): boolean {
  const found = (readText(path, SOURCE_BYTES) ?? '').matchAll(INCLUDE);
  return Array.from(found, ([, name = '']) => name).some(
    (name) => resolve(dirname(path), name) === file || file.endsWith(join(sep, name)),
  );
}
