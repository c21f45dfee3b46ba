import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { entriesOf } from '../support/folders.ts';
import { Gitignore } from '../support/gitignore.ts';
import { isBelow } from '../support/paths.ts';

/** A name that no rule but one of all such files ignores. */
const ANY = 'zz-any-other';

/**
 * The file or folder that is not there and that git would ignore: something makes it, and has not run
 * yet. Undefined in doubt: where other such files are there, or where a rule ignores all of them, as
 * what a compiler puts beside its sources.
 *
 * @param paths of what an import may mean, absolute
 */
export function ignoredGap(paths: readonly string[], workspaceRoot: string): string | undefined {
  const read = new Map<string, Gitignore>();
  const rulesIn = (folder: string): Gitignore =>
    read.getOrInsertComputed(folder, () => Gitignore.above(folder));
  for (const path of paths) {
    const found = isBelow(path, workspaceRoot) && !existsSync(path) ? gapIn(path, rulesIn) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function gapIn(path: string, rulesIn: (folder: string) => Gitignore): string | undefined {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  const rules = rulesIn(folder);
  if (rules.tree === undefined) return undefined;
  let at = folder;
  for (const name of relative(folder, path).split(sep)) {
    const ending = endingOf(name);
    const next = join(at, name);
    const isFolder = next !== path;
    if (rules.ignores(next, isFolder))
      return rules.ignores(join(at, ANY + ending), isFolder) || hasMade(at, ending, isFolder, rules)
        ? undefined
        : next;
    at = next;
  }
  return undefined;
}

/** Declarations have an ending of two parts. */
const endingOf = (name: string): string => /(?:\.d)?\.[^.]+$/.exec(name)?.[0] ?? '';

/** Whether a file with this ending is there that git ignores. */
function hasMade(folder: string, ending: string, isFolder: boolean, rules: Gitignore): boolean {
  return (
    !isFolder &&
    entriesOf(folder).some(
      (entry) =>
        entry.isFile() && endingOf(entry.name) === ending && rules.ignores(join(folder, entry.name), false),
    )
  );
}
