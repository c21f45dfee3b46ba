import type { Text } from '../../client/documents/documents.ts';
import { onAbort } from '../../support/abort.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckedServer, Diagnostic, ServerOutcome } from '../../types.ts';
import { waitFor } from '../../support/wait-for.ts';
import { remapStaleDiagnostics } from './remap-stale-diagnostics.ts';
import { Deadline } from '../base/deadline.ts';
import { isCompiler, reportsAll } from '../session/abilities.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Session, FileResult, Served } from '../session/session.ts';

/** The request to one session in one check. */
export interface Job {
  readonly session: Session;
  readonly texts: readonly Text[];
}

export interface JobResult {
  readonly session: Session;
  readonly server: CheckedServer;
  /** By file. A file that the session did not answer for is not in it. */
  readonly findings: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
  /**
   * For files without an answer: the last findings of the session, on lines that have not changed
   * since (ADR 0004, ADR 0006).
   */
  readonly remapped: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
}

export interface RunningJob {
  readonly session: Session;
  readonly deadline: Deadline;
  readonly result: Promise<JobResult>;
}

/** Shared by all jobs of one check. */
export interface CheckContext {
  readonly services: SessionServers;
  readonly cancel: AbortSignal;
  /** Resolves once the disk was looked at for other changes. Never rejects. */
  readonly swept: Promise<void>;
  /** When the check began, ms, performance.now. */
  readonly start: number;
}

export function deadlineFor(
  { config }: Pick<SessionServers, 'config'>,
  { firstTouch }: Pick<Session, 'firstTouch'>,
): Deadline {
  return new Deadline(firstTouch ? config.firstTouchTimeout : config.diagnosticTimeout);
}

/** Asks one session, until the deadline. Never rejects because of a server. */
export async function runJob(context: CheckContext, job: Job, deadline: Deadline): Promise<JobResult> {
  using _ = onAbort(context.cancel, () => {
    deadline.end();
  });
  try {
    return await askSession(context, job, deadline);
  } finally {
    deadline[Symbol.dispose]();
  }
}

/** @param isAskedAgain a session whose process is replaced meanwhile gives way to its successor once */
async function askSession(
  context: CheckContext,
  { session, texts }: Job,
  deadline: Deadline,
  isAskedAgain = false,
): Promise<JobResult> {
  const { cancel, services, swept } = context;
  const asked = performance.now();
  try {
    await waitFor(session.started, deadline.signal);
    const before = session.state.kind;
    const results =
      before === 'active'
        ? await session.check(texts, swept, deadline, cancel)
        : new Map<AdmittedPath, FileResult>();
    const successor = services.pool.successorOf(session);
    if (successor !== undefined && !isAskedAgain && !deadline.over && !cancel.aborted)
      return await askSession(context, { session: successor, texts }, deadline, true);
    // What it has answered may come from settings that are no more.
    const state = successor === undefined ? before : 'starting';
    const outcome =
      state === 'active' ? outcomeOf(texts, results) : state === 'starting' ? 'starting' : 'broken';
    session.requestStats.checked(deadline.endedEarly ? 'withdrawn' : outcome, performance.now() - asked);
    return toResult(context, session, outcome, texts, state === 'starting' ? new Map() : results);
  } finally {
    // The first touch counts once, whatever the outcome (REQ-TIMING-020).
    session.firstTouch = false;
  }
}

function toResult(
  { services: { workspace, known, log }, start }: CheckContext,
  session: Session,
  outcome: ServerOutcome,
  texts: readonly Text[],
  results: ReadonlyMap<AdmittedPath, FileResult>,
): JobResult {
  const findings = new Map<AdmittedPath, readonly Diagnostic[]>();
  const remapped = new Map<AdmittedPath, readonly Diagnostic[]>();
  for (const { path, text } of texts) {
    const result = results.get(path) ?? { kind: 'timed-out' };
    if (result.kind === 'complete') findings.set(path, result.diagnostics);
    else if (outcome === 'timed-out' && result.kind === 'timed-out' && isQuoted(session)) {
      const finding = known.finding(session, path);
      if (finding?.text !== undefined)
        remapped.set(path, remapStaleDiagnostics(finding.diagnostics, finding.text, text));
    }
  }
  const reason =
    outcome === 'timed-out'
      ? [...results.values()].flatMap((result) => (result.kind === 'timed-out' ? (result.why ?? []) : []))[0]
      : undefined;
  const { id } = session.definition;
  const ms = Math.round((performance.now() - start) * 10) / 10;
  const found = [...findings.values(), ...remapped.values()].reduce((sum, list) => sum + list.length, 0);
  log(`${id}: ${outcome} after ${ms} ms, ${found} diagnostics in ${findings.size + remapped.size} files`);
  const version = versionOf(session);
  const server = {
    id,
    root: workspace.folder(session.launch.root),
    outcome,
    ms,
    ...(version !== undefined && { version }),
    ...(reason !== undefined && { reason }),
  };
  return { session, server, findings, remapped };
}

/**
 * Version of the TypeScript or the ESLint that the server checks with, if that is another program.
 */
export function versionOf({ launch: { program }, version }: Served): string | undefined {
  return program.uses?.version ?? program.version ?? version;
}

/**
 * Linters and batch compilers may exceed the deadline after every edit, so their last findings are
 * remapped.
 */
export function isQuoted({ definition }: Session): boolean {
  return !isCompiler(definition) || reportsAll(definition);
}

function outcomeOf(texts: readonly Text[], results: ReadonlyMap<AdmittedPath, FileResult>): ServerOutcome {
  const kinds = new Set(texts.map(({ path }) => results.get(path)?.kind ?? 'timed-out'));
  return kinds.has('broken') ? 'broken' : kinds.has('timed-out') ? 'timed-out' : 'complete';
}
