import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { remapStaleDiagnostics } from '../question/remap-stale-diagnostics.ts';
import type { ServerLocation } from '../../backend/definition.ts';
import { isManifest } from '../../backend/find-server.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import { Deadline } from '../base/deadline.ts';
import {
  isCompiler,
  isFallback,
  isQuoted,
  reportsUnasked,
  speaksForItself,
  speaksForOthers,
  speaksOf,
} from '../session/abilities.ts';
import type { Resolver, Servers, SessionServers } from '../session/pool/servers.ts';
import type { Judge, Session } from '../session/session.ts';
import { isAnsweredByPrimary } from '../question/fallback.ts';
import { type FoundOthers, inTreesOf, type Part, reportOf } from '../question/report.ts';
import { diskText } from '../disk/text-source.ts';

export interface OtherFilesQuestion {
  /** Files to leave out: they have their answer. */
  readonly except: ReadonlySet<AdmittedPath>;
  /**
   * How many ms the search may take after the checked files are answered, and how many files each
   * session is waited for.
   */
  readonly bound: { readonly ms: number; readonly files: number };
  /** ms, performance.now. */
  readonly deadline: number;
  readonly cancel: AbortSignal;
  /** What earlier changes may have broken, and an earlier check has waited for, is not waited for. */
  readonly ofNewest?: boolean;
  /** A server that reports itself that it loads is not waited for. */
  readonly skipsLoading?: boolean;
}

/**
 * What the running servers report about the other files: those with findings so far, and those that
 * the change may have broken, opened or not.
 *
 * Nothing is stale: a finding that an edit may have fixed is rechecked, and left out where the
 * bound does not allow that. What the bound cuts off is rechecked in the background, and joins the
 * known files.
 */
export async function findOtherFiles(
  services: SessionServers,
  question: OtherFilesQuestion,
): Promise<FoundOthers> {
  using deadline = new Deadline(
    Math.max(0, Math.min(question.bound.ms, question.deadline - performance.now())),
  );
  const areShown = await services.dependents.show(
    services.config.maxAffectedFiles,
    deadline,
    question.cancel,
  );
  const sessions = services.pool.active();
  const ask = (session: Session): Promise<Part> => ofSession(services, session, question, deadline);
  const primaries = await Promise.all(sessions.filter(({ definition }) => !isFallback(definition)).map(ask));
  // A fallback server is not asked about a file that its primary server has answered.
  const fallbacks = await Promise.all(sessions.filter(({ definition }) => isFallback(definition)).map(ask));
  // One that has started meanwhile was not asked either.
  const unasked = services.pool.all().filter((session) => !sessions.includes(session));
  const areAsked = !unasked.some((session) => isMissing(services, session));
  const parts = [...primaries, ...fallbacks].map((part) =>
    inTreesOf(services.workspace, question.except, part),
  );
  return {
    parts,
    judged: areShown && areAsked && parts.every((part) => part.judged),
    // A server that still starts has cut nothing short: no file of it was judged.
    isCut: !areShown || parts.some((part) => part.isCut),
  };
}

/** Of a server that was not asked: no other one would report what it has to report about a change. */
function isMissing({ staleProjects }: Pick<Servers, 'staleProjects'>, session: Session): boolean {
  return (
    session.state.kind !== 'broken' &&
    speaksForItself(session.definition) &&
    staleProjects.about(session) !== undefined
  );
}

/**
 * What servers report unasked about a manifest that none of them is asked about (a go.mod, say).
 * All other files stay stale.
 */
export async function manifestFindings(
  services: Pick<SessionServers, 'workspace' | 'pool' | 'severities'>,
  manifests: readonly AdmittedPath[],
  { bound, deadline, cancel }: Omit<OtherFilesQuestion, 'except'>,
): Promise<Record<string, Diagnostic[]>> {
  using end = new Deadline(Math.max(0, Math.min(bound.ms, deadline - performance.now())));
  const sessions = services.pool
    .active()
    .filter(({ definition }) => manifests.some((path) => isManifest(definition, path)));
  const parts = sessions.map(async (session) => {
    const { knownOthers = [] } = await session.affectedFiles(end, cancel);
    return { session, findings: new Map([...knownOthers].filter(([path]) => manifests.includes(path))) };
  });
  return reportOf(services, await Promise.all(parts));
}

async function ofSession(
  services: SessionServers,
  session: Session,
  question: OtherFilesQuestion,
  deadline: Deadline,
): Promise<Part> {
  const { known, staleProjects, graphs } = services;
  const staleMark = staleProjects.about(session);
  const { definition, launch } = session;
  const isBlind = speaksForOthers(definition) && graphs.lacks(definition, launch.root);
  const isOther = (path: AdmittedPath): boolean => !question.except.has(path) && speaksOf(session, path);
  const others = (paths: Iterable<AdmittedPath>): AdmittedPath[] =>
    [...new Set(paths)].filter((path) => isOther(path) && !isAnsweredByPrimary(services, session, path));
  if (question.skipsLoading === true && session.isLoading === true)
    return { session, findings: new Map(), judged: false, isCut: true, mayMiss: true };
  // A linter is asked only about what it owes, and has not been asked about.
  const owed = new Set(others(session.owed.first).filter((path) => session.isPending?.(path) !== true));
  const isAsked = isCompiler(definition) || owed.size > 0;
  if (staleMark === undefined || !isAsked || !session.answers) {
    return {
      session,
      findings: await freshFindingsOf(services, session, others(known.pathsOf(session))),
      // For a compiler that cannot be asked, nothing tells which files a change broke.
      judged: staleMark === undefined || !speaksForOthers(session.definition),
      isCut: false,
      mayMiss: isBlind || known.isOverfull(session),
    };
  }
  const affectedFiles = await session.affectedFiles(deadline, question.cancel);
  const paths = others(affectedFiles.paths.filter((path) => isCompiler(definition) || owed.has(path)));
  const { knownOthers = new Map<AdmittedPath, never>(), complete, mayMiss = false } = affectedFiles;
  const untried = question.ofNewest === true ? affectedFiles.untried : undefined;
  const newest = new Set(untried);
  const { more } = affectedFiles;
  /** It is searched for once, also where the queue is interrupted and goes on later. */
  let found: Promise<readonly AdmittedPath[] | undefined> | undefined;
  const recheckQueue = services.recheckQueues.begin({
    session,
    staleMark: staleMark,
    paths,
    ...(untried !== undefined && { awaited: paths.filter((path) => newest.has(path)) }),
    ...(!reportsUnasked(definition) && { isServed: servedBy(services, session) }),
    more: more && (() => (found ??= more().then((all) => all && others(all)))),
    msPerFile: services.config.firstTouchTimeout,
    awaitedUntil: deadline.at,
    finished: () => {
      // Where files may be missed, the project stays stale.
      if (complete && (mayMiss || staleProjects.clear(session, staleMark)))
        affectedFiles.clear?.(question.except);
    },
  });
  await recheckQueue.reached(question.bound.files, AbortSignal.any([deadline.signal, question.cancel]));
  recheckQueue.leave();
  if (question.cancel.aborted) recheckQueue.interrupt();
  else affectedFiles.tried?.();
  const verified = new Map([...staleMark.verified].filter(([path]) => isOther(path)));
  const fresh = [...knownOthers].filter(([path]) => isOther(path));
  const quoted = isQuoted(session.definition)
    ? await freshFindingsOf(
        services,
        session,
        (isCompiler(definition) ? paths : others(known.pathsOf(session))).filter(
          (path) => !verified.has(path),
        ),
      )
    : [];
  return {
    session,
    findings: new Map([...fresh, ...verified, ...quoted]),
    judged: !speaksForOthers(session.definition) || (complete && recheckQueue.complete),
    isCut: !complete || !recheckQueue.isAnswered,
    mayMiss: mayMiss || isBlind || known.isOverfull(session),
  };
}

/**
 * Whether the session would check a file if it was edited. In a repository with several projects, a file may
 * belong to another project.
 */
function servedBy(services: Resolver, session: Judge): (path: AdmittedPath) => boolean {
  const looked = new Map<string, ServerLocation>();
  return (path) =>
    resolveServers(services, path, looked).found.some(
      ({ definition, launch }) => services.pool.find(definition, launch) === session,
    );
}

/**
 * Findings of a server whose project did not change, moved to where their lines are now. A file
 * where nothing can be reported is left out.
 */
async function freshFindingsOf(
  { known }: Pick<Servers, 'known'>,
  session: Judge,
  paths: readonly AdmittedPath[],
): Promise<Map<AdmittedPath, readonly Diagnostic[]>> {
  const findings = new Map<AdmittedPath, readonly Diagnostic[]>();
  for (const path of paths) {
    const finding = known.finding(session, path);
    if (finding === undefined) continue;
    const { diagnostics, text } = finding;
    const now = await diskText(path);
    if (now.kind === 'refused') known.forget(session, path);
    else if (text === undefined) findings.set(path, diagnostics);
    else findings.set(path, remapStaleDiagnostics(diagnostics, text, now.content.text));
  }
  return findings;
}
