import { basename } from 'node:path';
import type { ChangedFile } from '../../session/session.ts';
import { linesWith } from '../../navigate/occurrences.ts';
import { listed, type Mentions } from '../mentions.ts';
import type { RefactoringContext } from '../refactoring.ts';
import type { Move } from './moved-files.ts';
import { movedTree } from './rewrite-imports.ts';

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
    ...new Set([...registry.all().flatMap(({ extensions }) => extensions), '.json', '.toml']),
  ].sort();
  const found = [...linesWith(names, word, [...disk.files(endings).keys()], files)];
  return listed(
    workspace,
    found.map((occurrence) => ({ ...occurrence, path: renamed.get(occurrence.path) ?? occurrence.path })),
  );
}

/** The path, its ends, and what the language calls it. */
function spellingsOf(services: RefactoringContext['services'], move: Move): string[] {
  const { workspace, registry } = services;
  const whole = workspace.folder(move.from);
  const parts = whole.split('/');
  // A word alone says too little where the name stays, or is that of a folder.
  const least = Math.min(parts.length, move.isFolder || basename(move.to) === basename(whole) ? 2 : 1);
  const ends = parts.map((_, at) => parts.slice(at).join('/')).slice(0, parts.length - least + 1);
  const tree = movedTree(services, move, []);
  const own = new Set(
    registry.forFile(move.files[0]?.from ?? '').flatMap(({ imports }) => imports?.moved ?? []),
  );
  const spelled = [...own].flatMap((moved) => moved.spellings?.(move.from, tree) ?? []);
  return [...(move.isFolder && parts.length === 1 ? [`${whole}/`] : ends), ...spelled];
}
