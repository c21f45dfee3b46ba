import { waitFor } from '../wait-for.ts';
import type { ClientPool } from './client-pool.ts';
import type { Moved, NotifiedSessions } from './disk-index.ts';
import type { Dependents } from './dependents.ts';
import type { StaleProjects } from './stale-projects.ts';
import type { Deadline } from './deadline.ts';
import type { Services } from './services.ts';
import type { AnnouncedChange, Session } from './session.ts';

interface Listeners {
  readonly pool: ClientPool;
  readonly staleProjects: StaleProjects;
  readonly dependents: Dependents;
}

/** Tells every session whose verdicts may depend on these files. */
export function notifySessions({ pool, staleProjects, dependents }: Listeners, changes: readonly AnnouncedChange[]): NotifiedSessions {
  dependents.touch(changes.map(({ path }) => path));
  const concerned = pool.all().filter((session) => session.state.kind === 'starting' || (session.state.kind === 'active' && session.isConcernedBy(changes)));
  return new Map(concerned.map((session) => [session, notifyOnceStarted(staleProjects, session, changes)]));
}

/** One that still starts may have read them before. Resolves to when it was told, ms, performance.now; never rejects. */
export async function notifyOnceStarted(staleProjects: StaleProjects, session: Session, changes: readonly AnnouncedChange[]): Promise<number> {
  await session.started;
  if (session.state.kind === 'active' && session.isConcernedBy(changes)) {
    await session.tell(changes);
    // Not before: what it has verified by then is about the files as they were.
    staleProjects.markStale([session]);
  }
  return performance.now();
}

/** Looks at the disk and tells everybody what has moved there. Resolves to those that were told, once they know. */
export async function notifyOfDiskChanges({ disk }: Pick<Services, 'disk'>): Promise<Session[]> {
  return whenNotified(await disk.sweep());
}

/** Those that were told, once they know; one that still starts is not among them. */
export async function whenNotified({ notified }: Moved): Promise<Session[]> {
  const active = [...notified].filter(([{ state }]) => state.kind === 'active');
  await Promise.all(active.map(([, known]) => known));
  return active.map(([session]) => session);
}

/** How the disk compares to what a session knew when it was asked: `unknown` where that did not come out in time. */
export type Freshness = 'still' | 'moved' | 'unknown';

/** @param asked when the session was asked, ms, performance.now */
export async function freshness(moved: Promise<Moved>, session: Session, asked: number, deadline: Deadline): Promise<Freshness> {
  const swept = await waitFor(moved, deadline.signal);
  if (swept.kind === 'gave-up') return 'unknown';
  const known = await waitFor(swept.value.notified.get(session) ?? Promise.resolve(-Infinity), deadline.signal);
  if (known.kind === 'gave-up') return 'unknown';
  return known.value > asked ? 'moved' : 'still';
}
