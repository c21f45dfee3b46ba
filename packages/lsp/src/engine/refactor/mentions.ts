import type { ServerDefinition } from '../../backend/definition.ts';
import { clip, oneLine } from '../../support/escaped.ts';
import type { Mention } from '../../types.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { ChangedFile } from '../session/session.ts';
import type { Workspace } from '../base/workspace.ts';
import { type Occurrence, occurrences } from '../navigate/occurrences.ts';

/** How many mentions are listed. */
const MOST_LISTED = 20;

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
  { disk, workspace }: Pick<Servers, 'disk' | 'workspace'>,
  definition: Pick<ServerDefinition, 'extensions'>,
  name: string,
  files: readonly ChangedFile[],
): Mentions {
  return listed(workspace, [...occurrences({ disk }, definition, name, files)]);
}

export function listed(workspace: Pick<Workspace, 'folder'>, found: readonly Occurrence[]): Mentions {
  const mentions = found
    .slice(0, MOST_LISTED)
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
