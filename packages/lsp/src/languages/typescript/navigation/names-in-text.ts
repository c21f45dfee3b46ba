import type { ImportGraph } from '../../../backend/imports/import-graph.ts';
import { isName } from '../../../backend/imports/keywords.ts';
import { type AdmittedPath, isBelow, toPath } from '../../../support/paths.ts';
import { readText } from '../../../backend/program/files.ts';
import { SOURCE_BYTES } from '../../../support/read-file.ts';
import { lineAt, wordBounds } from '../../../backend/navigation/lines.ts';
import type { Position } from '../../../backend/model.ts';
import type { UriRange } from '../../../backend/navigation/read-locations.ts';
import { ANY_NAME, type ExportAliases } from './export-aliases.ts';
import type { Target } from './target.ts';
import { ecmascript } from '../imports/ecmascript.ts';

/**
 * The files that may use a declaration, judged by their text alone. They import a file that
 * declares it, directly or through others, and contain its name or an alias that it gets on the
 * way. These are at least the files that do use it. The language server finds the real ones once it
 * has loaded their projects.
 *
 * @param root of the workspace: any file may import what is declared outside of it
 */
export function mayReference(
  graph: ImportGraph,
  target: Target,
  declarations: readonly UriRange[],
  root: string,
  renames: ExportAliases,
): AdmittedPath[] {
  const scope = reachOf(graph, target.path, declarations, root);
  if (!target.byName) return scope;
  const names = new Set<string>();
  for (const name of [usedNameAt(target.text, target.position), ...declarations.map(declaredName)]) {
    if (name === undefined) return scope;
    names.add(name);
  }
  for (;;) {
    const found = scope.filter(graph.containsIdentifier(names));
    const before = names.size;
    for (const path of found) {
      for (const name of renames.in(path, names)) {
        if (name === ANY_NAME) return scope;
        names.add(name);
      }
    }
    if (names.size === before) return found;
  }
}

function reachOf(
  graph: ImportGraph,
  from: AdmittedPath,
  declarations: readonly UriRange[],
  root: string,
): AdmittedPath[] {
  const declaring = declarations.map(({ uri }) => toPath(uri) as AdmittedPath | undefined);
  const isOpenToAll = (path: AdmittedPath | undefined): boolean =>
    path === undefined || !isBelow(path, root) || path.includes('/node_modules/') || graph.isGlobal(path);
  if (declaring.some(isOpenToAll)) return [...graph.paths];
  const own = new Set([from, ...declaring.flatMap((path) => path ?? [])]);
  return [...new Set([...own, ...graph.dependents(own).keys()])];
}

export function declaredName({ uri, range }: UriRange): string | undefined {
  const path = toPath(uri);
  const text = path === undefined ? undefined : readText(path, SOURCE_BYTES);
  return text === undefined ? undefined : usedNameAt(text, range.start);
}

/**
 * Undefined where there is no name, or one that uses do not contain: `new C()` does not contain
 * `constructor`.
 */
export function usedNameAt(text: string, { line, character }: Position): string | undefined {
  const row = lineAt(text, line) ?? '';
  const { start, end } = wordBounds(row, character);
  const word = row.slice(start, end);
  if (word === '' || /^\d/.test(word) || word === 'constructor') return undefined;
  return isName(row, start, end, ecmascript.keywords) ? word : undefined;
}
