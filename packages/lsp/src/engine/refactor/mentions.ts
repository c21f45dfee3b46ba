import type { ServerDefinition } from '../../backend/definition.ts';
import { linesOf } from '../../backend/navigation/lines.ts';
import type { Position } from '../../backend/navigation/model.ts';
import { textAfter } from '../../backend/fixes/text-changes.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { clip, oneLine } from '../../support/escaped.ts';
import type { Mention } from '../../types.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { Services } from '../services.ts';
import type { ChangedFile } from '../session/session.ts';
import type { Workspace } from '../base/workspace.ts';
import { wordIn } from './names.ts';

/** How many mentions are listed, and how many files are read for them. */
const MOST = { listed: 20, files: 5000 } as const;

/** The longest line that is shown, UTF-16 code units. */
const MAX_LINE = 160;

export interface Mentions {
  readonly mentions: Mention[];
  /** How many more there are. */
  readonly moreMentions: number;
}

export const NO_MENTIONS: Mentions = { mentions: [], moreMentions: 0 };

/**
 * Where the old name will still stand, in files of the language: comments, texts, files of no
 * project, code for another platform. A server says nothing about those.
 */
export function mentionsOf(
  { disk, workspace }: Pick<Services, 'disk' | 'workspace'>,
  definition: Pick<ServerDefinition, 'extensions'>,
  name: string,
  files: readonly ChangedFile[],
): Mentions {
  return listed(workspace, [...occurrences({ disk }, definition, name, files)]);
}

/** A line that holds a name as a whole word. */
export interface Occurrence {
  readonly path: AdmittedPath;
  /** Each place in the line; 0-based, in UTF-16 code units. */
  readonly positions: readonly Position[];
  readonly text: string;
}

export function listed(workspace: Pick<Workspace, 'folder'>, found: readonly Occurrence[]): Mentions {
  const mentions = found
    .slice(0, MOST.listed)
    .map(({ path, positions: [first = { line: 0, character: 0 }], text }): Mention => {
      return {
        file: workspace.folder(path),
        line: first.line + 1,
        character: first.character + 1,
        text: clip(oneLine(text), MAX_LINE),
      };
    });
  return { mentions, moreMentions: found.length - mentions.length };
}

/** Whether {@link occurrences} looks at all files of the language. */
export function isSearchedWhole(
  { disk }: Pick<Services, 'disk'>,
  { extensions }: Pick<ServerDefinition, 'extensions'>,
): boolean {
  return disk.isWhole && disk.files(extensions).size <= MOST.files;
}

/** In all files of the language, as they would be; in the order of their paths. */
export function occurrences(
  { disk }: Pick<Services, 'disk'>,
  { extensions }: Pick<ServerDefinition, 'extensions'>,
  name: string,
  files: readonly ChangedFile[],
): Generator<Occurrence> {
  const paths = [...new Set([...files.map(({ path }) => path), ...disk.files(extensions).keys()])];
  return linesWith([name], wordIn(name, 'gu'), paths, files);
}

/**
 * The lines that fit the pattern, of the files as they would be.
 *
 * @param words a text without any of them is not searched
 * @param pattern global
 */
export function* linesWith(
  words: readonly string[],
  pattern: RegExp,
  paths: readonly AdmittedPath[],
  files: readonly ChangedFile[],
): Generator<Occurrence> {
  const changed = new Map(files.map((file) => [file.path, textAfter(file)]));
  for (const path of paths.toSorted().slice(0, MOST.files)) {
    const text = changed.get(path) ?? textOnDisk(path);
    if (text === undefined || !words.some((word) => text.includes(word))) continue;
    for (const [line, row] of linesOf(text).entries()) {
      if (!words.some((word) => row.includes(word))) continue;
      const positions = Array.from(row.matchAll(pattern), ({ index }) => ({ line, character: index }));
      if (positions.length > 0) yield { path, positions, text: row };
    }
  }
}
