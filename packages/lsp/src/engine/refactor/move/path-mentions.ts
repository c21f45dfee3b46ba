import { basename } from 'node:path';
import { applyChanges } from '../../../backend/fixes/text-changes.ts';
import { linesOf } from '../../../backend/navigation/lines.ts';
import { clip, oneLine } from '../../../support/plain-text.ts';
import type { Mention } from '../../../types.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import type { ChangedFile } from '../../session/session.ts';
import type { RefactoringContext } from '../refactoring.ts';
import type { Move } from './moved-files.ts';
import { treeOf } from './rewrite-imports.ts';

/** How many mentions are listed, and how many files are read for them. */
const MOST = { listed: 20, files: 5000 } as const;

/** The longest line that is shown, UTF-16 code units. */
const MAX_LINE = 160;

/**
 * Where texts will still name the old path: comments, strings, build files, pages. Files are those
 * of known languages and settings.
 */
export function pathMentions({ services }: RefactoringContext, move: Move, files: readonly ChangedFile[]): { mentions: Mention[]; left: number } {
  const { disk, workspace, registry } = services;
  const names = spellingsOf(services, move);
  const word = new RegExp(`(?<![\\p{ID_Continue}$./-])(?:\\.{0,2}/)*(?:${names.map((name) => RegExp.escape(name)).join('|')})(?![\\p{ID_Continue}$-])`, 'u');
  const changed = new Map(files.map(({ path, former = '', changes }) => [path, applyChanges(former, changes)]));
  const renamed = new Map(move.files.map(({ from, to }) => [from, to]));
  const endings = [...new Set([...registry.all().flatMap(({ extensions }) => extensions), '.json', '.toml'])].sort();
  const paths = [...disk.files(endings).keys()].sort().slice(0, MOST.files);
  const mentions: Mention[] = [];
  let left = 0;
  for (const path of paths) {
    const text = changed.get(path) ?? textOnDisk(path);
    if (text === undefined || !names.some((name) => text.includes(name))) continue;
    linesOf(text).forEach((line, index) => {
      const first = word.exec(line);
      if (first === null) return;
      if (mentions.length < MOST.listed) mentions.push({ file: workspace.folder(renamed.get(path) ?? path), line: index + 1, character: first.index + 1, text: clip(oneLine(line), MAX_LINE) });
      else left += 1;
    });
  }
  return { mentions, left };
}

/** The path, its ends, and what the language calls it. */
function spellingsOf(services: RefactoringContext['services'], move: Move): string[] {
  const { workspace, registry } = services;
  const whole = workspace.folder(move.from);
  const parts = whole.split('/');
  // A word alone says too little where the name stays, or is that of a folder.
  const least = Math.min(parts.length, move.isFolder || basename(move.to) === basename(whole) ? 2 : 1);
  const ends = parts.map((_, at) => parts.slice(at).join('/')).slice(0, parts.length - least + 1);
  const tree = treeOf(services, move, []);
  const own = new Set(registry.forFile(move.files[0]?.from ?? '').flatMap(({ imports }) => imports?.moved ?? []));
  const spelled = [...own].flatMap((moved) => moved.spellings?.(move.from, tree) ?? []);
  return [...(move.isFolder && parts.length === 1 ? [`${whole}/`] : ends), ...spelled];
}
