import type { AdmittedPath } from '../../support/paths.ts';
import type { Knowledge, Judge } from '../session/session.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Change } from './ledger.ts';

/** What servers knew at one moment. */
export interface KnownBefore {
  readonly knowledge: ReadonlyMap<Judge, Knowledge>;
  /** Those that were still to be notified of a change. */
  readonly behind: ReadonlySet<Judge>;
}

export function knownNow({ pool }: Pick<SessionServers, 'pool'>): KnownBefore {
  const sessions = pool.active();
  return {
    knowledge: new Map(sessions.map((session) => [session, session.knowledge()])),
    behind: new Set(sessions.filter(({ notified }) => notified.isBehind)),
  };
}

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
