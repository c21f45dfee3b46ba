import type { OpenDocument, Text } from '../../client/documents/documents.ts';
import { type AdmittedPath, diskStamp, sameStamp } from '../../support/paths.ts';
import type { AnnouncedChange } from './announced-change.ts';
import { type FileState, stateOnDisk } from './disk-state.ts';
import { diskText } from './text-source.ts';

export interface MovedText extends AnnouncedChange {
  readonly state: FileState | undefined;
  readonly texts?: { readonly before: string; readonly after: string };
}

/** Open documents whose file on disk differs from when it was read. */
export interface MovedTexts {
  /** The texts now. */
  readonly texts: readonly Text[];
  /** Files that no longer exist, or no longer hold text. */
  readonly gone: readonly AdmittedPath[];
  readonly changes: readonly MovedText[];
}

/** @param given the caller is about to send these anyway */
export async function textsThatMoved(
  documents: readonly OpenDocument[],
  given: ReadonlySet<AdmittedPath>,
): Promise<MovedTexts> {
  const texts: Text[] = [];
  const gone: AdmittedPath[] = [];
  const changes: MovedText[] = [];
  for (const document of documents) {
    const { path } = document;
    if (given.has(path) || sameStamp(document.stamp, diskStamp(path))) continue;
    // Before the text: what changes in between is another state.
    const state = stateOnDisk(path);
    const now = await diskText(path);
    if (now.kind === 'text') {
      texts.push({ ...document, ...now.content });
      const moved = { before: document.text, after: now.content.text };
      if (moved.after !== moved.before) changes.push({ path, change: 'changed', state, texts: moved });
    } else {
      gone.push(path);
      const isGone = now.reason === 'not readable';
      changes.push(
        isGone ? { path, change: 'deleted', state: undefined } : { path, change: 'changed', state },
      );
    }
  }
  return { texts, gone, changes };
}
