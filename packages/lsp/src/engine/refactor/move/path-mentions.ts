import { basename, dirname, join } from 'node:path';
import { textAfter } from '../../../backend/fixes/text-changes.ts';
import { lineAt } from '../../../backend/navigation/lines.ts';
import { positionAt } from '../../../client/documents/text-edit.ts';
import type { MovedTree } from '../../../backend/imports/moved-imports.ts';
import type { ChangedFile } from '../../session/session.ts';
import { linesWith, type Occurrence } from '../../navigate/occurrences.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import { listed, type Mentions } from '../mentions.ts';
import type { RefactoringContext } from '../refactoring.ts';
import type { Move } from './moved-files.ts';
import { movedTree } from './rewrite-imports.ts';
import { movedPathsOf } from './rewrite-paths.ts';
import { ComputedFiles } from '../computed-files.ts';
import { FILES_OF_SETTINGS } from '../text-files.ts';

/**
 * Where texts will still name the old path: comments, strings, build files, pages. Files are those
 * of known languages and settings.
 */
export function pathMentions(
  { services }: RefactoringContext,
  move: Move,
  files: readonly ChangedFile[],
): Mentions {
  const { disk, workspace, registry } = services;
  const names = spellingsOf(services, move);
  const name = names.map((each) => RegExp.escape(each)).join('|');
  const word = new RegExp(
    String.raw`(?<![\p{ID_Continue}$./-])(?:\.{0,2}/)*(?:${name})(?![\p{ID_Continue}$-])`,
    'gu',
  );
  const renamed = new Map(move.files.map(({ from, to }) => [from, to]));
  const endings = [
    ...new Set([...registry.all().flatMap(({ extensions }) => extensions), ...FILES_OF_SETTINGS]),
  ].sort();
  const computed = new ComputedFiles(workspace.root, disk);
  const tree = movedTree(services, move, []);
  const known = [...disk.files(endings, workspace.trees.around(move.from)).keys()];
  const found = [...linesWith(names, word, known, files)].filter(
    ({ path, text }) => !computed.has(path, text) && !leadsElsewhere(path, text, word, tree),
  );
  const all = new Map([...found, ...left(services, move, files)].map((one) => [lineOf(one), one]));
  return listed(
    workspace,
    [...all.values()].map((occurrence) => ({
      ...occurrence,
      path: renamed.get(occurrence.path) ?? occurrence.path,
    })),
  );
}

const lineOf = ({ path, positions: [first] }: Occurrence): string => `${path}:${first?.line ?? 0}`;

/** Where files no longer name what moves, in other words than its path: see {@link MovedPaths.left}. */
function* left(
  services: RefactoringContext['services'],
  move: Move,
  files: readonly ChangedFile[],
): Generator<Occurrence> {
  const { disk, registry, workspace } = services;
  const tree = movedTree(services, move, []);
  const changed = new Map(files.map((file) => [file.path, file]));
  for (const paths of movedPathsOf(registry)) {
    if (paths.left === undefined) continue;
    for (const path of disk.files(paths.endings, workspace.trees.around(move.from)).keys()) {
      const file = changed.get(path);
      const text = file === undefined ? textOnDisk(path) : textAfter(file);
      if (text === undefined) continue;
      for (const offset of paths.left(text, path, tree)) {
        const position = positionAt(text, offset);
        yield { path, positions: [position], text: lineAt(text, position.line) ?? '' };
      }
    }
  }
}

/** Whether all paths of the line that begin at its own folder lead to files that stay. */
function leadsElsewhere(path: string, text: string, word: RegExp, tree: MovedTree): boolean {
  const found = [...text.matchAll(word)].map(([spelled]) => spelled);
  return found.every((spelled) => {
    if (!spelled.startsWith('.')) return false;
    const target = join(dirname(path), spelled);
    return tree.isFile(target) && tree.pathAfter(target) === target;
  });
}

/** Of how many files of a folder the names are looked for. */
const MOST_FILES = 200;

/** The paths, their ends, and what languages call them. */
function spellingsOf(services: RefactoringContext['services'], move: Move): string[] {
  const { workspace, registry } = services;
  const whole = workspace.folder(move.from);
  const parts = whole.split('/');
  // A word alone says too little where the name stays, or is that of a folder.
  const least = Math.min(parts.length, move.isFolder || basename(move.to) === basename(whole) ? 2 : 1);
  const tree = movedTree(services, move, []);
  const own = new Set(
    move.files
      .slice(0, 1)
      .flatMap(({ from }) => registry.forFile(from).flatMap(({ imports }) => imports?.moved ?? [])),
  );
  const spelled = [...own].flatMap((moved) => moved.spellings?.(move.from, tree) ?? []);
  const others = move.files.slice(0, MOST_FILES).flatMap(({ from }) => {
    const file = workspace.folder(from);
    return [...movedPathsOf(registry)].flatMap((paths) => paths.spellings?.(file) ?? [file]);
  });
  return [
    ...new Set([
      ...(move.isFolder && parts.length === 1 ? [`${whole}/`] : endsOf(whole, least)),
      ...others.flatMap((one) => (one === whole ? [] : endsOf(one, 2))),
      ...spelled,
    ]),
  ].sort((a, b) => b.length - a.length);
}

/** @param least how many parts of the path the shortest has */
function endsOf(path: string, least: number): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(at).join('/')).slice(0, Math.max(0, parts.length - least + 1));
}
