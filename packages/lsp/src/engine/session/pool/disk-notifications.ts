import type { AdmittedPath } from '../../../support/paths.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { ClientPool } from './client-pool.ts';
import type { DiskIndex, Notified } from '../../disk/disk-index.ts';
import type { Deadline } from '../../base/deadline.ts';
import type { AnnouncedChange } from '../../disk/announced-change.ts';
import type { Session } from '../session.ts';

/** The promises never reject. */
export type NotifiedSessions = Notified<Session>;

interface StaleProjects {
  markStale(sessions: Iterable<Session>): unknown;
}

interface Listeners {
  readonly pool: ClientPool;
  readonly staleProjects: StaleProjects;
  readonly dependents: { touch(paths: readonly AdmittedPath[]): void };
}

/** Notifies every session whose findings may depend on these files. */
export function notifySessions(
  { pool, staleProjects, dependents }: Listeners,
  changes: readonly AnnouncedChange[],
): NotifiedSessions {
  dependents.touch(changes.map(({ path }) => path));
  const concerned = pool
    .all()
    .filter(
      (session) =>
        session.state.kind === 'starting' ||
        (session.state.kind === 'active' && session.isConcernedBy(changes)),
    );
  return new Map(concerned.map((session) => [session, notifyOnceStarted(staleProjects, session, changes)]));
}

/**
 * A session that is still starting may have read the files before the change. Resolves to the time
 * of the notification, ms, performance.now. Never rejects.
 */
export async function notifyOnceStarted(
  staleProjects: StaleProjects,
  session: Session,
  changes: readonly AnnouncedChange[],
): Promise<number> {
  await session.started;
  if (session.state.kind === 'active' && session.isConcernedBy(changes)) {
    await session.tell(changes);
    // Only after `tell`: results verified before it are about the old files.
    staleProjects.markStale([session]);
  }
  return performance.now();
}

/**
 * Sweeps the disk and notifies sessions of changes. Resolves to the sessions that were notified,
 * once each has received the changes.
 */
export async function notifyOfDiskChanges({
  disk,
}: {
  readonly disk: DiskIndex<Session>;
}): Promise<Session[]> {
  return whenNotified(await disk.sweep());
}

/**
 * The notified sessions, once each has received the changes. Leaves out sessions still starting.
 */
export async function whenNotified(notified: NotifiedSessions): Promise<Session[]> {
  const active = [...notified].filter(([{ state }]) => state.kind === 'active');
  await Promise.all(active.map(([, known]) => known));
  return active.map(([session]) => session);
}

/**
 * How the disk compares to what a session knew when it was asked. `unknown`: not determined before
 * the deadline.
 */
export type Freshness = 'still' | 'moved' | 'unknown';

/** @param asked when the session was asked, ms, performance.now */
export async function freshness(
  moved: Promise<NotifiedSessions>,
  session: Session,
  asked: number,
  deadline: Deadline,
): Promise<Freshness> {
  const swept = await waitFor(moved, deadline.signal);
  if (swept.kind === 'gave-up') return 'unknown';
  const known = await waitFor(swept.value.get(session) ?? Promise.resolve(-Infinity), deadline.signal);
  if (known.kind === 'gave-up') return 'unknown';
  return known.value > asked ? 'moved' : 'still';
}
