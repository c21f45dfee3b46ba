import { dirname, join, relative, sep } from 'node:path';
import type { TextChange } from '../fixes/text-changes.ts';
import type { MovedPaths, MovedTree } from './moved-imports.ts';

export interface EmbeddedPathRules {
  /** File name endings of the language, lower case. */
  readonly endings: readonly string[];
  /** Global: `path` is relative to the file's folder. */
  readonly pattern: RegExp;
}

/** Paths of files that a compiler reads where it compiles: `include_str!("a.txt")`. */
export function embeddedPaths({ endings, pattern }: EmbeddedPathRules): MovedPaths {
  return {
    endings,
    rewrite(text, path, tree) {
      const changes: TextChange[] = [];
      for (const { 0: whole, index, groups } of text.matchAll(pattern)) {
        const spelled = groups?.['path'] ?? '';
        const now = pathAfterMove(spelled, path, tree);
        if (now === undefined || now === spelled) continue;
        const start = index + whole.lastIndexOf(spelled);
        changes.push({ start, end: start + spelled.length, text: now });
      }
      return changes;
    },
  };
}

/** Undefined where it leads to no file. */
function pathAfterMove(spelled: string, path: string, tree: MovedTree): string | undefined {
  const target = join(dirname(path), spelled);
  if (!tree.files.has(target) && (tree.pathAfter(path) === path || !tree.isFile(target))) return undefined;
  const now = relative(dirname(tree.pathAfter(path)), tree.pathAfter(target))
    .split(sep)
    .join('/');
  return join(spelled) === join(now) ? spelled : now;
}
