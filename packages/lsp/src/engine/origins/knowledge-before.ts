import type { AdmittedPath } from '../../support/paths.ts';
import type { Knowledge, Judge } from '../session/session.ts';
import type { Change } from './ledger.ts';

/**
 * What the sessions know of the tree before these changes. Left out are those that have read one of
 * the new texts already: the files were written before the service was told.
 *
 * @param known what they know now
 * @param textOf the text after the change
 */
export function knowledgeBefore(
  known: Iterable<readonly [Judge, Knowledge]>,
  changes: readonly Change[],
  textOf: (path: AdmittedPath) => string | undefined,
): Map<Judge, Knowledge> {
  return new Map(
    [...known].filter(([, { has }]) => !changes.some(({ path }) => has(path, () => textOf(path)))),
  );
}
