import type { Text } from '../../client/documents/documents.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckedServer, CheckReport, Diagnostic, ServerOutcome, Unjudged } from '../../types.ts';
import { Deadline } from '../base/deadline.ts';
import type { Workspace } from '../base/workspace.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Judge, Session } from '../session/session.ts';

/** The request to one session. */
export interface Job {
  readonly session: Session;
  readonly texts: readonly Text[];
}

/** What one session reports. */
export interface SessionFindings {
  readonly session: Judge;
  readonly findings: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
}

/** What one session has answered about a tree. */
export interface TreeAnswer extends SessionFindings {
  readonly server: CheckedServer;
  /**
   * By file. Of a file without an answer: the last findings of the session, if it is quoted, on
   * lines that have not changed since (ADR 0004, ADR 0006).
   */
  readonly findings: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
  /** The files that it has answered about. */
  readonly answered: ReadonlySet<AdmittedPath>;
  /** Why it has not answered about all files of the check, if so. */
  readonly unanswered?: Pick<Unjudged, 'state' | 'waited'>;
}

export interface RunningJob<A extends TreeAnswer> {
  readonly session: Session;
  readonly deadline: Deadline;
  readonly result: Promise<A>;
}

/** @param limit ms; without it, as long as a check waits for the session */
export function deadlineFor(
  { config }: Pick<SessionServers, 'config'>,
  { firstTouch }: Pick<Session, 'firstTouch'>,
  limit = firstTouch ? config.firstTouchTimeout : config.diagnosticTimeout,
): Deadline {
  return new Deadline(limit);
}

/**
 * A server's row in a report.
 *
 * @param start when the question began, ms, performance.now
 */
export function rowOf(
  workspace: Workspace,
  { definition: { id }, launch: { root, program }, version }: Judge,
  outcome: ServerOutcome,
  reason: string | undefined,
  start: number,
): CheckedServer {
  // Of the TypeScript or the ESLint that the server checks with, if that is another program.
  const used = program.uses?.version ?? program.version ?? version;
  return {
    id,
    root: workspace.folder(root),
    outcome,
    ms: Math.round((performance.now() - start) * 10) / 10,
    ...(used !== undefined && { version: used }),
    ...(reason !== undefined && { reason }),
  };
}

/** Servers that owe an answer. One that cannot be asked owes none. */
export function unansweredBy(servers: readonly CheckedServer[]): CheckedServer[] {
  return servers.filter(({ outcome }) => outcome !== 'complete' && outcome !== 'unavailable');
}

/**
 * The outcome of a check: one late server makes it late. The check does not wait for servers that
 * are broken or missing.
 */
export function outcomeOfAll({ servers }: CheckReport): ServerOutcome {
  return unansweredBy(servers).find(({ outcome }) => outcome !== 'broken')?.outcome ?? 'complete';
}
