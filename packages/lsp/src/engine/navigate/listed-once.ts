import type { WorkspaceSymbol } from '../../backend/model.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { partsOf } from './spelling/name.ts';

/**
 * Quirk(jdtls): it lists a class twice, once at its name and once at the beginning of its line.
 *
 * @param listed several of one line stand beside each other
 */
export function listedOnce(
  listed: readonly WorkspaceSymbol[],
  linesOf: (path: AdmittedPath) => readonly string[],
): WorkspaceSymbol[] {
  const keyOf = ({ path, name, kind, range }: WorkspaceSymbol): string =>
    JSON.stringify([path, name, kind, range.start.line]);
  const isAtName = ({ path, name, range: { start } }: WorkspaceSymbol): boolean =>
    linesOf(path)[start.line]?.startsWith(partsOf(name).at(-1) ?? name, start.character) === true;
  const repeated = [...Map.groupBy(listed, keyOf).values()].filter((same) => same.length > 1);
  const doubles = new Set(
    repeated.flatMap((same) => (same.some(isAtName) ? same.filter((one) => !isAtName(one)) : [])),
  );
  return listed.filter((one) => !doubles.has(one));
}
