import { onAbort } from '../../support/abort.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { waitFor } from '../../support/wait-for.ts';
import { Deadline } from '../base/deadline.ts';
import type { ChangeEntry, SeenChange } from '../changes/change-log.ts';
import { stateOnDisk } from '../disk/disk-state.ts';
import { isQuoted, sharesFilesWith } from '../session/abilities.ts';
import type { Servers, SessionServers } from '../session/pool/servers.ts';
import type { SessionAnswer } from '../session/session.ts';
import { type TreeAnswer, type Job, rowOf } from './answer.ts';
import { type TreeAnswers, ask } from './ask.ts';
import { type CheckedFile, pathsOf } from './files.ts';
import { remapStaleDiagnostics } from './remap-stale-diagnostics.ts';
import { askOnceStarted, askUnawaited, stateOf, waitedUntil } from './unawaited.ts';

export interface CheckResult extends TreeAnswers<TreeAnswer> {
  /** Other files have changed on disk since the last sweep, or there was no time to see that. */
  readonly isDiskMoved: boolean;
  /** Of some of the servers it was the first check. */
  readonly isFirst: boolean;
}

/** Asks about the tree on disk, once the caller's changes are in the log. */
export async function runCheck(
  services: SessionServers,
  files: readonly CheckedFile[],
  deleted: readonly AdmittedPath[],
  cancel: AbortSignal,
): Promise<CheckResult> {
  const { disk, graphs, changes, dependents, staleProjects, config, pool, workspace, known, log } = services;
  const start = performance.now();
  const paths = pathsOf(files);
  disk.need([...paths, ...deleted]);
  dependents.asked(paths);
  // The sweep begins before a server starts, so that the server is notified of all later changes.
  const swept = disk.sweep();
  void disk.lookAround();
  const { position } = changes;
  let notified = Promise.resolve();
  let isFirst = false;
  const begin = (jobs: readonly Job[]): readonly Job[] => {
    isFirst = jobs.some(({ session }) => session.firstTouch);
    // A session that is made for this check has to search for what this change has broken.
    staleProjects.markStale(jobs.flatMap(({ session }) => (session.firstTouch ? [session] : [])));
    changes.append('tool', seenChanges(services, jobs, files, deleted));
    notified = notifyTheOthers(services, jobs);
    void swept.then(() => {
      for (const { session } of jobs) graphs.refresh(session.definition);
    });
    return jobs;
  };
  /** @param isSecond of its process: one that is replaced meanwhile gives way to its successor once */
  const judge = async (
    { session, texts }: Job,
    deadline: Deadline,
    isSecond = false,
  ): Promise<TreeAnswer> => {
    const began = performance.now();
    using _ = onAbort(cancel, () => {
      deadline.end();
    });
    try {
      await waitFor(session.started, deadline.signal);
      const state = session.state.kind;
      if (state !== 'active') session.owed.asked(texts);
      // What it is asked now it answers once it has loaded, and a later result has the verdict.
      const isAwaited = config.unjudged !== 'say' || session.firstTouch || session.isLoading !== true;
      const answer: SessionAnswer =
        state !== 'active'
          ? { outcome: state === 'starting' ? 'starting' : 'broken', findings: new Map() }
          : isAwaited
            ? await session.check(texts, swept, deadline, cancel)
            : { outcome: 'timed-out', findings: new Map() };
      const successor = pool.successorOf(session);
      if (successor !== undefined && !isSecond && !deadline.over && !cancel.aborted)
        return await judge({ session: successor, texts }, deadline, true);
      // What it has answered may come from settings that are no more.
      const { outcome, reason, findings }: SessionAnswer =
        successor === undefined ? answer : { outcome: 'starting', findings: new Map() };
      if (outcome === 'starting' && !cancel.aborted) void askOnceStarted(services, session, texts);
      if (!isAwaited) void askUnawaited(services, session, texts, swept, cancel);
      session.requestStats.checked(deadline.endedEarly ? 'withdrawn' : outcome, performance.now() - began);
      const isLate = outcome === 'timed-out' && isQuoted(session.definition);
      const quoted = texts.flatMap(({ path, text }) => {
        const last = isLate && !findings.has(path) ? known.finding(session, path) : undefined;
        return last?.text === undefined
          ? []
          : [[path, remapStaleDiagnostics(last.diagnostics, last.text, text)] as const];
      });
      const all = new Map([...findings, ...quoted]);
      const server = rowOf(workspace, session, outcome, reason, start);
      const found = [...all.values()].reduce((sum, list) => sum + list.length, 0);
      log(`${server.id}: ${outcome} after ${server.ms} ms, ${found} diagnostics in ${all.size} files`);
      const answered = new Set(findings.keys());
      if (texts.every(({ path }) => answered.has(path))) return { session, server, findings: all, answered };
      const unanswered = { state: stateOf(session, outcome), ...(isAwaited && waitedUntil(deadline, began)) };
      return { session, server, findings: all, answered, unanswered };
    } finally {
      // The first touch counts once, whatever the outcome (REQ-TIMING-020).
      session.firstTouch = false;
    }
  };
  const asked = await ask(services, { linterGrace: config.linterGrace, begin, judge }, files, cancel);
  await notified;
  // The running servers are notified of what the sweep finds. Await that, or they answer with stale text.
  using bound = new Deadline(Math.max(0, asked.deadline - performance.now()));
  const isSeen =
    pool.all().length === 0 ||
    (
      await waitFor(
        swept.then(() => pool.catchUp()),
        AbortSignal.any([bound.signal, cancel]),
      )
    ).kind === 'done';
  const isFound = ({ source }: ChangeEntry): boolean => source !== 'tool';
  const isDiskMoved =
    !isSeen || pool.active().some((session) => session.notified.since(position)?.some(isFound) !== false);
  return { ...asked, isDiskMoved, isFirst };
}

function seenChanges(
  { pool }: Pick<Servers, 'pool'>,
  jobs: readonly Job[],
  files: readonly CheckedFile[],
  deleted: readonly AdmittedPath[],
): SeenChange[] {
  // What the log has already, a session that begins now would not search for.
  const isNew = jobs.some(({ session }) => session.firstTouch);
  const written = files.flatMap(({ change, text, isLogged = false }) => {
    if (change === undefined || (isLogged && !isNew)) return [];
    const state = stateOnDisk(change.path);
    if (text === undefined) return [{ ...change, state }];
    const texts = pool.textsAround(text.path, text.previously, text.text);
    return [{ ...change, state, ...(texts && { texts }) }];
  });
  const gone = deleted.map((path) => ({ path, change: 'deleted' as const, state: stateOnDisk(path) }));
  return [...written, ...gone];
}

/**
 * Servers that are not asked about these files may still depend on them: a tsconfig.json, a package.json.
 * A server that shares files is notified of the texts that its other processes are asked about.
 */
async function notifyTheOthers({ pool }: Pick<Servers, 'pool'>, jobs: readonly Job[]): Promise<void> {
  const asked = new Set(jobs.map(({ session }) => session));
  await Promise.all(
    pool.active().flatMap((session) => {
      const foreign = jobs.flatMap((job) => (sharesFilesWith(session, job.session) ? job.texts : []));
      return asked.has(session) && foreign.length === 0 ? [] : [session.catchUp(foreign)];
    }),
  );
}
