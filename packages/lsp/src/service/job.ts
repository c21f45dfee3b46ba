import type { Text } from '../client/documents.ts';
import type { AdmittedPath } from '../paths.ts';
import type { CheckedServer, Diagnostic, ServerOutcome } from '../types.ts';
import { waitFor } from '../wait-for.ts';
import { remapStaleDiagnostics } from './remap-stale-diagnostics.ts';
import type { Moved } from './disk-index.ts';
import { freshness, notifyOnceStarted } from './disk-notifications.ts';
import { Deadline } from './deadline.ts';
import type { Services } from './services.ts';
import type { AnnouncedChange, Session, Verdict } from './session.ts';

/** What one session is asked in one check. */
export interface Job {
  readonly session: Session;
  readonly texts: readonly Text[];
}

export interface JobResult {
  readonly session: Session;
  readonly server: CheckedServer;
  /** By file; a file that the session did not answer for is not in it. */
  readonly verdicts: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
  /** Of those: what it said last, on lines that have not changed since (ADR 0004, ADR 0006). */
  readonly remapped: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
}

export interface RunningJob {
  readonly session: Session;
  readonly deadline: Deadline;
  readonly result: Promise<JobResult>;
}

/** What all jobs of one check share. */
export interface CheckContext {
  readonly services: Services;
  readonly changes: readonly AnnouncedChange[];
  readonly cancel: AbortSignal;
  /** What else had moved on disk when the check began, found out while it is under way. */
  readonly moved: Promise<Moved>;
  /** When the check began, ms, performance.now. */
  readonly start: number;
}

export function deadlineFor({ config }: Services, { firstTouch }: Pick<Session, 'firstTouch'>): Deadline {
  return new Deadline(firstTouch ? config.firstTouchTimeout : config.diagnosticTimeout);
}

/** Asks one session, for as long as `patience` lasts. Never rejects for what a server does. */
export async function runJob(context: CheckContext, { session, texts }: Job, deadline: Deadline): Promise<JobResult> {
  const { cancel } = context;
  const asked = performance.now();
  const giveUp = (): void => {
    deadline.end();
  };
  cancel.addEventListener('abort', giveUp);
  if (cancel.aborted) giveUp();
  try {
    await waitFor(session.started, deadline.signal);
    const state = session.state.kind;
    if (state === 'starting') void notifyOnceStarted(context.services.staleProjects, session, context.changes);
    const verdicts = state === 'active' ? await judge(context, { session, texts }, deadline) : new Map<AdmittedPath, Verdict>();
    const outcome = state === 'active' ? outcomeOf(texts, verdicts) : state === 'starting' ? 'starting' : 'broken';
    session.requestStats.checked(deadline.cancelledByCaller ? 'withdrawn' : outcome, performance.now() - asked);
    return toResult(context, session, outcome, texts, verdicts);
  } finally {
    cancel.removeEventListener('abort', giveUp);
    deadline[Symbol.dispose]();
    // One shot, whatever came of it (REQ-TIMING-020).
    session.firstTouch = false;
  }
}

/**
 * Asks at once and verifies meanwhile: where something moved on disk of which the session had not been told, its answer is not waited for, and it
 * is asked once more. That is enough: all that was moved before the check is known to it then. Without proof there is no verdict.
 */
async function judge({ changes, cancel, moved }: CheckContext, { session, texts }: Job, deadline: Deadline): Promise<ReadonlyMap<AdmittedPath, Verdict>> {
  // A run that is told of a change begins anew, and its end answers whoever waits.
  if (session.definition.run !== undefined) return session.check(texts, changes, deadline, cancel);
  const asked = performance.now();
  const outdated = new AbortController();
  const verdicts = session.check(texts, changes, deadline, AbortSignal.any([cancel, outdated.signal]));
  switch (await freshness(moved, session, asked, deadline)) {
    case 'still':
      return verdicts;
    case 'moved':
      outdated.abort();
      return session.check(texts, [], deadline, cancel);
    case 'unknown':
      return new Map();
  }
}

function toResult(
  { services: { workspace, known, log }, start }: CheckContext,
  session: Session,
  outcome: ServerOutcome,
  texts: readonly Text[],
  judged: ReadonlyMap<AdmittedPath, Verdict>,
): JobResult {
  const verdicts = new Map<AdmittedPath, readonly Diagnostic[]>();
  const remapped = new Map<AdmittedPath, readonly Diagnostic[]>();
  for (const { path, text } of texts) {
    const verdict = judged.get(path) ?? { kind: 'timed-out' };
    if (verdict.kind === 'complete') verdicts.set(path, verdict.diagnostics);
    else if (outcome === 'timed-out' && verdict.kind === 'timed-out' && isQuoted(session)) {
      const finding = known.finding(session, path);
      if (finding?.text !== undefined) remapped.set(path, remapStaleDiagnostics(finding.diagnostics, finding.text, text));
    }
  }
  const { id } = session.definition;
  const ms = Math.round((performance.now() - start) * 10) / 10;
  const found = [...verdicts.values(), ...remapped.values()].reduce((sum, list) => sum + list.length, 0);
  log(`${id}: ${outcome} after ${ms} ms, ${found} diagnostics in ${verdicts.size + remapped.size} files`);
  const version = versionOf(session);
  const server = { id, root: workspace.folder(session.launch.root), outcome, ms, ...(version !== undefined && { version }) };
  return { session, server, verdicts, remapped };
}

/** Of the TypeScript or the ESLint that it judges with, where it is another program's. */
function versionOf({ launch: { program }, version }: Session): string | undefined {
  return program.uses?.version ?? program.version ?? version;
}

/** Linters and compilers that run as a whole may need longer than anybody waits, after every edit anew. */
export function isQuoted({ definition }: Session): boolean {
  return definition.role === 'linter' || definition.run !== undefined;
}

function outcomeOf(texts: readonly Text[], verdicts: ReadonlyMap<AdmittedPath, Verdict>): ServerOutcome {
  const kinds = new Set(texts.map(({ path }) => verdicts.get(path)?.kind ?? 'timed-out'));
  return kinds.has('broken') ? 'broken' : kinds.has('timed-out') ? 'timed-out' : 'complete';
}
