import type { AdmittedPath } from '../../support/paths.ts';
import type { DiskIndex } from '../disk/disk-index.ts';
import type { CheckedFile } from '../question/files.ts';
import type { Knowledge } from '../session/session.ts';
import type { Change } from './ledger.ts';

/**
 * What happened to the file since the last sweep of the disk, and before the change of this check:
 * the text before that is not what the sweep saw.
 */
export function changeByShell({ text, change, before }: CheckedFile, disk: DiskIndex): Change[] {
  if (change === undefined || before === undefined) return [];
  const { path } = change;
  const seen = disk.changeOf(path);
  if (seen === 'created') return [{ path, before: null, isFound: false, came: before }];
  return seen === 'changed' && text !== undefined && text.previously === undefined
    ? [{ path, before: undefined, isFound: false }]
    : [];
}

/**
 * What a session was sent last, where the caller does not say what the file held. A session that
 * was sent the text of now may have got it after the change.
 */
export function previousText(
  known: Iterable<Knowledge>,
  path: AdmittedPath,
  now?: string,
): string | undefined {
  return [...known].map(({ textOf }) => textOf(path)).find((text) => text !== undefined && text !== now);
}
