import type { ServerDefinition } from '../../backend/definition.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import { applyChanges } from '../../backend/fixes/text-changes.ts';
import { clip, oneLine } from '../../support/plain-text.ts';
import type { Mention } from '../../types.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { Services } from '../services.ts';
import type { ChangedFile } from '../session/session.ts';

/** How many mentions are listed, and how many files are read for them. */
const MOST = { listed: 20, files: 5000 } as const;

/** The longest line that is shown, UTF-16 code units. */
const MAX_LINE = 160;

/**
 * Where the old name will still stand, in files of the language: comments, texts, files of no
 * project, code for another platform. A server says nothing about those.
 */
export function mentionsOf({ disk, workspace }: Pick<Services, 'disk' | 'workspace'>, definition: ServerDefinition | undefined, name: string, files: readonly ChangedFile[]): { mentions: Mention[]; left: number } {
  if (definition === undefined) return { mentions: [], left: 0 };
  const changed = new Map(files.map((file) => [file.path, applyChanges(file.former ?? '', file.changes)]));
  const word = new RegExp(`(?<![\\p{ID_Continue}$])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`, 'gu');
  const mentions: Mention[] = [];
  let left = 0;
  const paths = [...new Set([...changed.keys(), ...disk.files(definition.extensions).keys()])].sort().slice(0, MOST.files);
  for (const path of paths) {
    const text = changed.get(path) ?? textOnDisk(path);
    if (text?.includes(name) !== true) continue;
    linesOf(text).forEach((line, index) => {
      const [first] = line.matchAll(word);
      if (first === undefined) return;
      if (mentions.length < MOST.listed) mentions.push({ file: workspace.folder(path), line: index + 1, character: first.index + 1, text: clip(oneLine(line), MAX_LINE) });
      else left += 1;
    });
  }
  return { mentions, left };
}
