import { dirname, join, relative, sep } from 'node:path';
import type { TextChange } from '../../backend/fixes/text-changes.ts';
import type { MovedImports, MovedTree } from '../../backend/imports/moved-imports.ts';

const INCLUDE =
  /^[ \t]*#[ \t]*(?:include|import|include_next)[ \t]*(?:"([^"\n]+)"|<([^<>\n]+)>)|\b__has_include[ \t]*\([ \t]*(?:"([^"\n]+)"|<([^<>\n]+)>)/dgm;

/**
 * Includes of files that move, and those of a file that moves. The folder of the file is looked
 * into first; any folder above an included file may be on the include path.
 */
export const cMoves: MovedImports = {
  rewrite(text, path, tree) {
    const changes: TextChange[] = [];
    for (const match of text.matchAll(INCLUDE)) {
      const group = [1, 2, 3, 4].find((each) => match[each] !== undefined) ?? 1;
      const [spelled = '', [start, end] = [0, 0]] = [match[group], match.indices?.[group]];
      const now = spelledAfter(spelled, group % 2 === 1, path, tree);
      if (now !== undefined && now !== spelled) changes.push({ start, end, text: now });
    }
    return changes;
  },
};

/** Undefined where the include is of no file of the workspace, or could be of several. */
function spelledAfter(spelled: string, isQuoted: boolean, path: string, tree: MovedTree): string | undefined {
  const after = dirname(tree.pathAfter(path));
  const beside = join(dirname(path), spelled);
  if (isQuoted && tree.isFile(beside)) {
    const target = tree.pathAfter(beside);
    return join(after, spelled) === target ? spelled : slashes(relative(after, target));
  }
  if (spelled.split('/').some((part) => part === '.' || part === '..')) return undefined;
  const end = sep + spelled.split('/').join(sep);
  const [found, ...others] = tree.endingWith(end);
  if (found === undefined || others.length > 0) return undefined;
  const [target, root] = [tree.pathAfter(found), found.slice(0, -end.length)];
  if (target === found) return spelled;
  if (target.startsWith(root + sep)) return slashes(relative(root, target));
  return isQuoted ? slashes(relative(after, target)) : undefined;
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
