import { languageIdFor } from '../../backend/language-map.ts';
import type { Text } from '../../client/documents/documents.ts';
import { compareText } from '../../support/compare.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { CheckReport, Diagnostic, ProposeParams } from '../../types.ts';
import { type CheckedFile, assign, prepareFiles } from './check.ts';
import { deadlineFor, type Job } from './job.ts';
import { mergeServers } from '../base/cross-server-duplicates.ts';
import { Deadline } from '../base/deadline.ts';
import { notifyOfDiskChanges } from '../session/pool/disk-notifications.ts';
import { sortedRecord } from '../base/merge.ts';
import { type ProposalFindings, ProposalRun, type ProposedAnswers } from './proposal-run.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import {
  isCompiler,
  isFallbackOf,
  reads,
  readsForeign,
  reportsAll,
  sharesFilesWith,
} from '../session/abilities.ts';
import type { Resolver, Servers, SessionServers } from '../session/pool/servers.ts';
import type { Judge, ProposedQuestion, Session } from '../session/session.ts';

export interface ProposalOptions {
  /** ms for the changed files, and for the others; without it, as long as a check waits for each. */
  readonly limit?: number;
  /** Also asked on the proposed tree, each about one of its texts. */
  readonly questions?: ReadonlyMap<Judge, readonly ProposedQuestion[]>;
}

export interface JudgedProposal {
  readonly report: CheckReport;
  /** Of each session that there were questions for. */
  readonly answers: ReadonlyMap<Judge, ProposedAnswers>;
}

/** `lsp/propose`, from its request to its report. */
export async function runProposal(
  services: SessionServers,
  params: ProposeParams,
  { limit, questions = new Map() }: ProposalOptions,
  cancel: AbortSignal,
): Promise<JudgedProposal> {
  const { recheckQueues, staleProjects, workspace, config } = services;
  await notifyOfDiskChanges(services);
  const files = await prepareFiles(services, params.files, false);
  const interrupted = recheckQueues.interrupt();
  const deleted = workspace.admitted(params.deleted ?? []);
  const { jobs: assigned, fallbacks, unavailable } = assign(services, files);
  const jobs = [...assigned, ...jobsOfDeleted(services, assigned, deleted)];
  // A compiler may read any file: as a dependency, by a build script or a macro. It reads byte
  // order marks, too.
  const allFor = ({ definition }: Judge): Text[] =>
    files.flatMap(({ text }, at) =>
      text === undefined || !reads(services.registry, definition, text.path)
        ? []
        : [
            {
              ...text,
              text: params.files[at]?.text ?? text.text,
              languageId: languageIdFor(definition, text.path),
            },
          ],
    );
  const judge = ({ session, texts: own }: Job): Promise<ProposalFindings> => {
    const all = allFor(session);
    const texts = readsForeign(session.definition) ? all : own;
    const job = { session, texts, asked: own.map(({ path }) => path), deleted, limit };
    return new ProposalRun(
      services,
      { ...job, ...(texts.length === all.length && { questions: questions.get(session) ?? [] }) },
      cancel,
    ).judge(params);
  };
  const primaries = new Map(jobs.map((job) => [job.session, judge(job)]));
  const replaced = fallbacks.map(({ definition, launch, primary, texts }) =>
    unlessAnswered(services, primary, primaries.get(primary), () =>
      judge({ session: services.pool.session(definition, launch), texts }),
    ),
  );
  const asked = [...(await Promise.all(primaries.values())), ...(await Promise.all(replaced)).flat()];
  const dependents = params.others === true ? [...dependentsOf(services, jobs, deleted)] : [];
  const judged = [
    ...asked,
    ...(await Promise.all(dependents.map((session) => judge({ session, texts: [] })))),
  ];
  const answers = new Map(
    judged.flatMap(({ session, answers }) => (answers === undefined ? [] : [[session, answers] as const])),
  );
  // Some sessions judge only a part of the files, or nothing while another one can.
  for (const [session, own] of questions) {
    if (answers.has(session)) continue;
    using deadline = new Deadline(limit ?? config.firstTouchTimeout);
    answers.set(
      session,
      await session.propose(
        { texts: allFor(session), deleted: [], asked: [], questions: own },
        deadline,
        cancel,
      ),
    );
  }
  recheckQueues.resume(interrupted, staleProjects);
  const of = (part: 'own' | 'others' | 'solved', path: AdmittedPath): Diagnostic[] =>
    mergeServers(
      judged.flatMap((each) =>
        each[part].has(path)
          ? [{ definition: each.session.definition, diagnostics: each[part].get(path) ?? [] }]
          : [],
      ),
      services.severities,
    );
  const others = new Set(judged.flatMap((each) => [...each.others.keys()]));
  const isBaseKnown = (path: AdmittedPath): boolean =>
    judged.every(({ own, solved }) => !own.has(path) || solved.has(path));
  const solved = (): Record<string, Diagnostic[]> => {
    const own = files.flatMap(({ key, text }) =>
      text !== undefined && isBaseKnown(text.path) ? [[key, of('solved', text.path)] as const] : [],
    );
    const rest = new Set(judged.flatMap((each) => [...each.solved.keys()])).difference(
      new Set(files.map(({ text }) => text?.path)),
    );
    return {
      ...Object.fromEntries(own),
      ...sortedRecord(
        [...rest]
          .map((path) => [workspace.folder(path), of('solved', path)] as const)
          .filter(([, found]) => found.length > 0),
      ),
    };
  };
  const judgedBy = new Set(judged.map(({ session }) => session));
  const servers = [...asked.map(({ server }) => server), ...unavailable];
  const report = {
    files: Object.fromEntries(
      files.map(({ key, text }) => [key, text === undefined ? [] : of('own', text.path)]),
    ),
    refused: Object.fromEntries(
      files.flatMap(({ key, refusal }) => (refusal === undefined ? [] : [[key, refusal]])),
    ),
    others: sortedRecord(
      [...others]
        .map((path) => [workspace.folder(path), of('others', path)] as const)
        .filter(([, found]) => found.length > 0),
    ),
    othersComplete:
      judged.every(({ othersComplete }) => othersComplete) &&
      (params.others !== true ||
        !(
          services.pool
            .active()
            .some(
              (session) =>
                !judgedBy.has(session) &&
                !isReplaced(session, judged) &&
                mayDepend(session, files, deleted, jobs),
            ) || isEmbedded(services, judged)
        )),
    servers: servers.sort((a, b) => compareText(a.id, b.id) || compareText(a.root, b.root)),
    ...(params.solved === true && { solved: solved() }),
  };
  return { report, answers };
}

/**
 * Files of another language embed what was judged, and their server, which does not run yet, was
 * not asked.
 */
function isEmbedded(
  services: Pick<Servers, 'registry' | 'search' | 'pool' | 'disk'>,
  judged: readonly ProposalFindings[],
): boolean {
  const active = new Set(services.pool.active().map(({ definition }) => definition));
  const embedders = new Set(
    judged.flatMap(({ session }) => services.registry.embeddersOf(session.definition.id)),
  ).difference(active);
  return [...embedders].some((definition) => {
    const [path] = services.disk.files(definition.extensions).keys();
    return (
      path !== undefined &&
      resolveServers(services, path).found.some((server) => server.definition === definition)
    );
  });
}

/** It is the fallback of a server that has answered. */
function isReplaced({ definition }: Judge, judged: readonly ProposalFindings[]): boolean {
  return judged.some(
    ({ session, server }) => isFallbackOf(definition, session.definition) && server.outcome === 'complete',
  );
}

/** The session is not asked about the proposed files, and its findings may depend on them. */
function mayDepend(
  session: Judge,
  files: readonly CheckedFile[],
  deleted: readonly AdmittedPath[],
  asked: readonly Job[],
): boolean {
  if (!isCompiler(session.definition)) return false;
  const changes = [
    ...files.flatMap(({ text }) =>
      text === undefined ? [] : [{ path: text.path, change: 'changed' as const }],
    ),
    ...deleted.map((path) => ({ path, change: 'deleted' as const })),
  ];
  return (
    changes.some((change) => session.isConcernedBy(change)) ||
    asked.some((job) => sharesFilesWith(session, job.session))
  );
}

/** Servers that are asked about no text: a file of theirs would be gone. */
function jobsOfDeleted(services: Resolver, jobs: readonly Job[], deleted: readonly AdmittedPath[]): Job[] {
  const located = deleted.flatMap((path) => resolveServers(services, path).found);
  const sessions = located.flatMap(({ definition, launch, primary }) =>
    primary === undefined ? [services.pool.session(definition, launch)] : [],
  );
  return [...new Set(sessions).difference(new Set(jobs.map(({ session }) => session)))].map((session) => ({
    session,
    texts: [],
  }));
}

/** Other projects of a compiler that take sources from the changed ones. */
function dependentsOf(
  services: Pick<Servers, 'registry' | 'search' | 'pool' | 'dependents'>,
  jobs: readonly Job[],
  deleted: readonly AdmittedPath[],
): Set<Session> {
  const found = jobs.flatMap(({ session: { definition }, texts }) => {
    const { manifests } = definition;
    if (manifests === undefined || !reportsAll(definition)) return [];
    const files = [...texts.map(({ path }) => path), ...deleted].flatMap((path) =>
      services.dependents.filesOf(definition, manifests, path),
    );
    return files.flatMap((path) =>
      resolveServers(services, path).found.flatMap((server) =>
        server.definition === definition ? [services.pool.session(definition, server.launch)] : [],
      ),
    );
  });
  return new Set(found).difference(new Set(jobs.map(({ session }) => session)));
}

/** A fallback server is asked only while its primary server is late, as in a check. */
async function unlessAnswered(
  services: Pick<SessionServers, 'config'>,
  primary: Judge,
  first: Promise<ProposalFindings> | undefined,
  judge: () => Promise<ProposalFindings>,
): Promise<ProposalFindings[]> {
  using whole = deadlineFor(services, primary);
  using half = new Deadline((whole.at - performance.now()) / 2);
  const isAnswered = (found: ProposalFindings | undefined): boolean => found?.server.outcome === 'complete';
  const early = await waitFor(Promise.resolve(first), half.signal);
  if (early.kind === 'done' && isAnswered(early.value)) return [];
  const own = await judge();
  return isAnswered(await first) ? [] : [own];
}
