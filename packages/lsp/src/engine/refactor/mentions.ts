import type { ServerDefinition } from '../../backend/definition.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import type { Position } from '../../backend/navigation/model.ts';
import { applyChanges } from '../../backend/fixes/text-changes.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { clip, oneLine } from '../../support/plain-text.ts';
import type { Mention } from '../../types.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { Services } from '../services.ts';
import type { ChangedFile } from '../session/session.ts';
import type { Workspace } from '../workspace.ts';

/** How many mentions are listed, and how many files are read for them. */
const MOST = { listed: 20, files: 5000 } as const;

/** The longest line that is shown, UTF-16 code units. */
const MAX_LINE = 160;

/**
 * Where the old name will still stand, in files of the language: comments, texts, files of no
 * project, code for another platform. A server says nothing about those.
 */
export function mentionsOf({ disk, workspace }: Pick<Services, 'disk' | 'workspace'>, definition: Pick<ServerDefinition, 'extensions'> | undefined, name: string, files: readonly ChangedFile[]): { mentions: Mention[]; left: number } {
  if (definition === undefined) return { mentions: [], left: 0 };
  return listed(workspace, [...occurrences({ disk }, definition, name, files)]);
}

/** A line that holds a name as a whole word. */
export interface Occurrence {
  readonly path: AdmittedPath;
  /** Each place in the line; 0-based, in UTF-16 code units. */
  readonly positions: readonly Position[];
  readonly text: string;
}

export function listed(workspace: Pick<Workspace, 'folder'>, found: readonly Occurrence[]): { mentions: Mention[]; left: number } {
  const mentions = found.slice(0, MOST.listed).map(({ path, positions: [first = { line: 0, character: 0 }], text }): Mention => {
    return { file: workspace.folder(path), line: first.line + 1, character: first.character + 1, text: clip(oneLine(text), MAX_LINE) };
  });
  return { mentions, left: found.length - mentions.length };
}

/** In all files of the language, as they would be; in the order of their paths. */
export function* occurrences({ disk }: Pick<Services, 'disk'>, { extensions }: Pick<ServerDefinition, 'extensions'>, name: string, files: readonly ChangedFile[]): Generator<Occurrence> {
  const changed = new Map(files.map((file) => [file.path, applyChanges(file.former ?? '', file.changes)]));
  const word = new RegExp(`(?<![\\p{ID_Continue}$])${RegExp.escape(name)}(?![\\p{ID_Continue}$])`, 'gu');
  const paths = [...new Set([...changed.keys(), ...disk.files(extensions).keys()])].sort().slice(0, MOST.files);
  for (const path of paths) {
    const text = changed.get(path) ?? textOnDisk(path);
    if (text?.includes(name) !== true) continue;
    for (const [line, row] of linesOf(text).entries()) {
      const positions = row.includes(name) ? Array.from(row.matchAll(word), ({ index }) => ({ line, character: index })) : [];
      if (positions.length > 0) yield { path, positions, text: row };
    }
  }
}
