import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { entriesOf } from '../support/folders.ts';
import { filesInIndex } from '../support/git-folder.ts';
import { Gitignore, type WorkTree } from '../support/gitignore.ts';
import { isBelow } from '../support/paths.ts';

/** A name that no rule but one of all such files ignores. */
const ANY = 'zz-any-other';

/**
 * The file or folder that is not there and that git would ignore: something makes it, and has not run
 * yet. Undefined in doubt: where other such files are there, where a rule ignores all of them, as
 * what a compiler puts beside its sources, or where git holds what was meant: it was moved or deleted.
 *
 * @param named of what an import may mean, absolute
 * @param guessed the same by a name that it does not say (`index.ts`, say): a folder for it counts where a
 * rule means this one, and not all folders of that name
 */
export function ignoredGap(
  named: readonly string[],
  guessed: readonly string[],
  workspaceRoot: string,
): string | undefined {
  const read = new Map<string, Gitignore>();
  const rulesIn = (folder: string): Gitignore =>
    read.getOrInsertComputed(folder, () => Gitignore.above(folder));
  const candidates = [...named, ...guessed];
  for (const [index, path] of candidates.entries()) {
    if (!isBelow(path, workspaceRoot) || existsSync(path)) continue;
    const found = gapIn(path, rulesIn, index >= named.length);
    if (found !== undefined) return isHeld(found.tree, found.gap, candidates) ? undefined : found.gap;
  }
  return undefined;
}

/** Git's index has what was meant. */
function isHeld({ root, git }: WorkTree, gap: string, candidates: readonly string[]): boolean {
  const isMeant = (path: string): boolean => {
    const full = join(root, path);
    return candidates.includes(full) || isBelow(full, gap);
  };
  return (filesInIndex(git, isMeant)?.size ?? 0) > 0;
}

interface Gap {
  readonly gap: string;
  readonly tree: WorkTree;
}

function gapIn(path: string, rulesIn: (folder: string) => Gitignore, isGuessed: boolean): Gap | undefined {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  const rules = rulesIn(folder);
  const { tree } = rules;
  if (tree === undefined) return undefined;
  let at = folder;
  for (const name of relative(folder, path).split(sep)) {
    const ending = endingOf(name);
    const next = join(at, name);
    const isFolder = next !== path;
    if (rules.ignores(next, isFolder)) {
      const isAny =
        rules.ignores(join(at, ANY + ending), isFolder) ||
        (isGuessed && isFolder && rules.ignores(join(at, ANY, name), isFolder));
      return isAny || hasMade(at, ending, isFolder, rules) ? undefined : { gap: next, tree };
    }
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
