import { dirname, join, relative, sep } from 'node:path';
import type { TextChange } from '../../backend/fixes/text-changes.ts';
import type { MovedPaths, MovedTree } from '../../backend/imports/moved-imports.ts';
import { namesIn } from '../../support/folders.ts';
import {
  type EmbedPattern,
  embedPatterns,
  embeds,
  hasWildcards,
  patternOf,
  plainPath,
  writtenPattern,
} from './embed-directives.ts';

/**
 * `//go:embed a.txt b/*.html "c d.txt"`: files, folders, and folders before a wildcard follow. None leads out
 * of the folder of its file.
 */
export const goPaths: MovedPaths = {
  endings: ['.go'],
  rewrite(text, path, tree) {
    return embedPatterns(text).flatMap((pattern): TextChange[] => {
      const { start, end } = pattern;
      const now = pathAfterMove(pattern, path, tree);
      const all = now === undefined ? emptied(pattern, path, tree) : [now];
      if (all.length === 0 || all[0] === pattern.path) return [];
      return [{ start, end, text: all.map((one) => writtenPattern(pattern, one)).join(' ') }];
    });
  },
  left(text, path, tree) {
    const patterns = embedPatterns(text);
    const [before, after] = [dirname(path), dirname(tree.pathAfter(path))];
    const lost = tree.files
      .entries()
      .filter(([, to]) => !patterns.some((pattern) => isIn(pattern, after, to)))
      .map(([from]) => from)
      .toArray();
    return patterns.flatMap((pattern) =>
      lost.some((from) => isIn(pattern, before, from)) ? pattern.start : [],
    );
  },
};

/** Undefined where it names nothing that is there, or no longer can. */
function pathAfterMove({ path: spelled }: EmbedPattern, file: string, tree: MovedTree): string | undefined {
  const names = spelled.split('/');
  const wild = names.findIndex(hasWildcards);
  const fixed = wild === -1 ? names : names.slice(0, wild);
  if (fixed.length === 0) return undefined;
  const target = join(dirname(file), plainPath(fixed.join('/')));
  const hasMoved = tree.files.has(target) || tree.pathAfter(target) !== target;
  if (!hasMoved && (tree.pathAfter(file) === file || !(tree.isFile(target) || tree.isFolder(target))))
    return undefined;
  const way = relative(dirname(tree.pathAfter(file)), tree.pathAfter(target))
    .split(sep)
    .join('/');
  if (way === '' || way.startsWith('..')) return undefined;
  return [patternOf(way), ...(wild === -1 ? [] : names.slice(wild))].join('/');
}

/**
 * Where a pattern fits nothing but what moves away, which Go refuses: what that is afterwards. A wildcard
 * in the name of a folder is none of these.
 */
function emptied(pattern: EmbedPattern, file: string, tree: MovedTree): string[] {
  const folder = dirname(file);
  const within = join(folder, dirname(pattern.path));
  if (!hasWildcards(pattern.path) || hasWildcards(dirname(pattern.path))) return [];
  const fitting = namesIn(within)
    .map((name) => join(within, name))
    .filter((path) => isIn(pattern, folder, path));
  const after = dirname(tree.pathAfter(file));
  const ways = fitting.map((path) => relative(after, tree.pathAfter(path)).split(sep).join('/'));
  const isOver = fitting.every((path) => tree.files.has(path) && !isIn(pattern, after, tree.pathAfter(path)));
  return isOver && ways.every((way) => !way.startsWith('..')) ? ways.map(patternOf) : [];
}

function isIn(pattern: EmbedPattern, folder: string, path: string): boolean {
  const names = relative(folder, path).split(sep);
  return names[0] !== '..' && embeds(pattern, names);
}
