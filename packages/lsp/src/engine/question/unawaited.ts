import type { Text } from '../../client/documents/documents.ts';
import { perKey } from '../../support/per-key.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { ServerOutcome, Unjudged } from '../../types.ts';
import { Deadline } from '../base/deadline.ts';
import { documentOnDisk } from '../disk/text-source.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Session } from '../session/session.ts';

type Asker = Pick<SessionServers, 'config' | 'disk'>;

/** Asks what no check waits for. The answer joins the known files. */
export async function askUnawaited(
  { config }: Asker,
  session: Session,
  texts: readonly Text[],
  swept: Promise<unknown>,
  cancel: AbortSignal,
): Promise<void> {
  using deadline = new Deadline(Math.max(config.firstTouchTimeout, config.diagnosticTimeout));
  await session.check(texts, swept, deadline, cancel);
}

/** Files that a server is to be asked about once it has started. */
const owed = perKey<Session, Set<AdmittedPath>>(() => new Set());

/** For a server that has started too late for the check: it is asked about the files as they are then. */
export async function askOnceStarted(
  services: Asker,
  session: Session,
  texts: readonly Text[],
): Promise<void> {
  const paths = owed(session);
  const isWaiting = paths.size > 0;
  for (const { path } of texts) paths.add(path);
  if (isWaiting) return;
  await session.started;
  const due = await Promise.all([...paths].map((path) => documentOnDisk(session.definition, path)));
  paths.clear();
  const there = due.filter((text) => text !== undefined);
  if (session.state.kind !== 'active' || there.length === 0) return;
  await askUnawaited(services, session, there, services.disk.sweep(), new AbortController().signal);
}

/** As far as its own process tells. */
export function stateOf(session: Session, outcome: ServerOutcome): Unjudged['state'] {
  if (outcome === 'broken') return 'ended';
  if (outcome === 'starting') return 'starting';
  return session.isLoading === true ? 'loading' : 'late';
}

/** A source may give up so long before the deadline, ms. */
const MARGIN = 50;

/** @param began ms, performance.now */
export function waitedUntil(deadline: Deadline, began: number): { waited?: number } {
  const now = performance.now();
  return now + MARGIN >= deadline.at && !deadline.endedEarly ? { waited: Math.round(now - began) } : {};
}
