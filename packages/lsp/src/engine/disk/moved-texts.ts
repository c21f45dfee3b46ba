import type { OpenDocument, Text } from '../../client/documents/documents.ts';
import { type AdmittedPath, diskStamp, sameStamp } from '../../support/paths.ts';
import type { AnnouncedChange } from './announced-change.ts';
import { type FileState, stateOnDisk } from './disk-state.ts';
import { diskText } from './text-source.ts';

/** Open documents whose file on disk differs from when it was read. */
export interface MovedTexts {
  /** The texts now. */
  readonly texts: readonly Text[];
  /** Files that no longer exist, or no longer hold text. */
  readonly gone: readonly AdmittedPath[];
  readonly changes: readonly (AnnouncedChange & { readonly state: FileState | undefined })[];
}

/** @param given the caller is about to send these anyway */
export async function textsThatMoved(
  documents: readonly OpenDocument[],
  given: ReadonlySet<AdmittedPath>,
): Promise<MovedTexts> {
  const texts: Text[] = [];
  const gone: AdmittedPath[] = [];
  const changes: MovedTexts['changes'][number][] = [];
  for (const document of documents) {
    const { path } = document;
    if (given.has(path) || sameStamp(document.stamp, diskStamp(path))) continue;
    // Before the text: what changes in between is another state.
    const state = stateOnDisk(path);
    const now = await diskText(path);
    if (now.kind === 'text') {
      texts.push({ ...document, ...now.content });
      if (now.content.text !== document.text) changes.push({ path, change: 'changed', state });
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
