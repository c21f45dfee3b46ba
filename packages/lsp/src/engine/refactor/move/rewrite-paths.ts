import { combine } from '../../../backend/fixes/text-changes.ts';
import type { MovedPaths } from '../../../backend/imports/moved-imports.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import type { ChangedFile } from '../../session/session.ts';
import { ComputedFiles } from '../computed-files.ts';
import type { RefactoringContext } from '../refactoring.ts';
import type { Move } from './moved-files.ts';
import { movedTree } from './rewrite-imports.ts';

/** How many files are looked at. */
const MOST_FILES = 5000;

/** The changed files, with the paths in texts that follow as well. */
export function withPaths(
  { services }: RefactoringContext,
  move: Move,
  changed: readonly ChangedFile[],
): ChangedFile[] {
  const tree = movedTree(services, move, []);
  const computed = new ComputedFiles(services.workspace.root, services.disk);
  const byPath = new Map(changed.map((file) => [file.path, file]));
  const files = new Set(move.files.map(({ from }) => from));
  const around = services.workspace.trees.around(move.from);
  for (const paths of movedPathsOf(services.registry)) {
    const known = [...services.disk.files(paths.endings, around).keys()].slice(0, MOST_FILES);
    for (const path of new Set([...known, ...[...files].filter((file) => isOf(paths, file))])) {
      const former = textOnDisk(path);
      if (former === undefined || computed.has(path, former)) continue;
      const added = paths.rewrite(former, path, tree);
      const own = byPath.get(path);
      if (added.length === 0 || (own !== undefined && own.former !== former)) continue;
      // Where a server changes the same text, it knows better.
      const free = added.filter(
        ({ start, end }) => own?.changes.some((one) => one.start <= end && start <= one.end) !== true,
      );
      const all = combine([own?.changes ?? [], free]);
      if (free.length > 0 && typeof all !== 'string') byPath.set(path, { path, former, changes: all });
    }
  }
  return [...byPath.values()];
}

/** Of all languages, each once. */
export function movedPathsOf(registry: RefactoringContext['services']['registry']): Set<MovedPaths> {
  return new Set(
    registry.all().flatMap(({ imports, movedPaths }) => imports?.movedPaths ?? movedPaths ?? []),
  );
}

function isOf({ endings }: MovedPaths, path: AdmittedPath): boolean {
  return endings.some((ending) => path.toLowerCase().endsWith(ending));
}
