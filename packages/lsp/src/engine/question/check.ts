import type { Text } from '../../client/documents/documents.ts';
import { onAbort } from '../../support/abort.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { Diagnostic, ServerOutcome } from '../../types.ts';
import { Deadline } from '../base/deadline.ts';
import type { ChangeEntry, SeenChange } from '../changes/change-log.ts';
import { stateOnDisk } from '../disk/disk-state.ts';
import { isQuoted, sharesFilesWith } from '../session/abilities.ts';
import type { Servers, SessionServers } from '../session/pool/servers.ts';
import type { FileResult, Session } from '../session/session.ts';
import { type Answer, type Job, outcomeOf, rowOf } from './answer.ts';
import { type Answers, ask } from './ask.ts';
import type { CheckedFile } from './files.ts';
import { remapStaleDiagnostics } from './remap-stale-diagnostics.ts';

export interface CheckResult extends Answers<Answer> {
  /** Other files have changed on disk since the last sweep, or there was no time to see that. */
  readonly isDiskMoved: boolean;
}

/** Asks about the tree on disk, once the caller's changes are in the log. */
export async function runCheck(
  services: SessionServers,
  files: readonly CheckedFile[],
  deleted: readonly AdmittedPath[],
  cancel: AbortSignal,
): Promise<CheckResult> {
  const { disk, changes, staleProjects, config, pool } = services;
  const start = performance.now();
  // The sweep begins before a server starts, so that the server is notified of all later changes.
  const swept = disk.sweep();
  void disk.lookAround();
  const { position } = changes;
  let notified = Promise.resolve();
  const begin = (jobs: readonly Job[]): readonly Job[] => {
    // A session that is made for this check has to search for what this change has broken.
    staleProjects.markStale(jobs.flatMap(({ session }) => (session.firstTouch ? [session] : [])));
    changes.append('tool', seenChanges(files, deleted));
    notified = notifyTheOthers(services, jobs);
    return jobs;
  };
  const judge = (job: Job, deadline: Deadline): Promise<Answer> =>
    runJob({ services, swept, cancel, start }, job, deadline);
  const asked = await ask(services, { linterGrace: config.linterGrace, begin, judge }, files, cancel);
  await notified;
  const isSeen = await isNotifiedMeanwhile(services, swept, asked.deadline, cancel);
  const isFound = ({ source }: ChangeEntry): boolean => source !== 'tool';
  const isDiskMoved =
    !isSeen || pool.active().some((session) => session.notified.since(position)?.some(isFound) !== false);
  return { ...asked, isDiskMoved };
}

/** Shared by all jobs of one check. */
interface CheckContext {
  readonly services: Pick<SessionServers, 'workspace' | 'known' | 'log'>;
  readonly cancel: AbortSignal;
  /** Resolves once the disk was looked at for other changes. Never rejects. */
  readonly swept: Promise<void>;
  /** When the check began, ms, performance.now. */
  readonly start: number;
}

async function runJob(context: CheckContext, { session, texts }: Job, deadline: Deadline): Promise<Answer> {
  const { cancel } = context;
  const asked = performance.now();
  using _ = onAbort(cancel, () => {
    deadline.end();
  });
  try {
    await waitFor(session.started, deadline.signal);
    const { state } = session;
    const results =
      state.kind === 'active'
        ? await session.check(texts, context.swept, deadline, cancel)
        : new Map<AdmittedPath, FileResult>();
    const outcome = outcomeOf(state, texts, results);
    session.requestStats.checked(deadline.endedEarly ? 'withdrawn' : outcome, performance.now() - asked);
    return toAnswer(context, session, outcome, texts, results);
  } finally {
    // The first touch counts once, whatever the outcome (REQ-TIMING-020).
    session.firstTouch = false;
  }
}

function toAnswer(
  { services: { workspace, known, log }, start }: CheckContext,
  session: Session,
  outcome: ServerOutcome,
  texts: readonly Text[],
  results: ReadonlyMap<AdmittedPath, FileResult>,
): Answer {
  const findings = new Map<AdmittedPath, readonly Diagnostic[]>();
  const answered = new Set<AdmittedPath>();
  for (const { path, text } of texts) {
    const result = results.get(path) ?? { kind: 'timed-out' };
    if (result.kind === 'complete') {
      answered.add(path);
      findings.set(path, result.diagnostics);
    } else if (outcome === 'timed-out' && result.kind === 'timed-out' && isQuoted(session.definition)) {
      const finding = known.finding(session, path);
      if (finding?.text !== undefined)
        findings.set(path, remapStaleDiagnostics(finding.diagnostics, finding.text, text));
    }
  }
  const reason =
    outcome === 'timed-out'
      ? [...results.values()].flatMap((result) => (result.kind === 'timed-out' ? (result.why ?? []) : []))[0]
      : undefined;
  const server = rowOf(workspace, session, outcome, reason, start);
  const found = [...findings.values()].reduce((sum, list) => sum + list.length, 0);
  log(`${server.id}: ${outcome} after ${server.ms} ms, ${found} diagnostics in ${findings.size} files`);
  return { session, server, findings, answered };
}

function seenChanges(files: readonly CheckedFile[], deleted: readonly AdmittedPath[]): SeenChange[] {
  const written = files.flatMap(({ change, text }) => {
    if (change === undefined) return [];
    const texts = text?.previously === undefined ? undefined : { before: text.previously, after: text.text };
    return [{ ...change, state: stateOnDisk(change.path), ...(texts && { texts }) }];
  });
  return [
    ...written,
    ...deleted.map((path) => ({ path, change: 'deleted' as const, state: stateOnDisk(path) })),
  ];
}

/**
 * The running servers are notified of what the sweep finds. Await that, or they answer with stale text. False
 * if there was no time for it.
 */
async function isNotifiedMeanwhile(
  { pool }: Pick<Servers, 'pool'>,
  swept: Promise<void>,
  end: number,
  cancel: AbortSignal,
): Promise<boolean> {
  if (pool.all().length === 0) return true;
  using deadline = new Deadline(Math.max(0, end - performance.now()));
  const notified = swept.then(() => pool.catchUp());
  return (await waitFor(notified, AbortSignal.any([deadline.signal, cancel]))).kind === 'done';
}

/** Servers that are not asked about these files may still depend on them: a tsconfig.json, a package.json. */
async function notifyTheOthers({ pool }: Pick<Servers, 'pool'>, jobs: readonly Job[]): Promise<void> {
  const asked = new Set(jobs.map(({ session }) => session));
  await Promise.all(
    pool.active().flatMap((session) => {
      const foreignDocuments = foreignDocumentsOf(session, jobs);
      return asked.has(session) && foreignDocuments.length === 0 ? [] : [session.catchUp(foreignDocuments)];
    }),
  );
}

/** Texts that other processes of the same server are asked about, if the server shares files. */
function foreignDocumentsOf(session: Session, jobs: readonly Job[]): Text[] {
  return jobs.flatMap((job) => (sharesFilesWith(session, job.session) ? job.texts : []));
}
