import { languageIdFor } from '../../backend/language-map.ts';
import type { Text } from '../../client/documents/documents.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckReport, Diagnostic, ProposeParams } from '../../types.ts';
import { deadlineFor, type Job } from './answer.ts';
import { ask, type Tree } from './ask.ts';
import { isReplaced } from './fallback.ts';
import { type CheckedFile, pathsOf, prepareFiles, refusedIn } from './files.ts';
import { inTreesOf, reportOf, reportOthers } from './report.ts';
import { Deadline } from '../base/deadline.ts';
import { notifyOfDiskChanges } from '../session/pool/disk-notifications.ts';
import { type ProposalFindings, ProposalRun } from './proposal-run.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import {
  isCompiler,
  isOtherBuild,
  reads,
  readsForeign,
  reportsAll,
  sharesFilesWith,
  speaksOf,
} from '../session/abilities.ts';
import type { Resolver, Servers, SessionServers } from '../session/pool/servers.ts';
import type {
  Judge,
  ProposalProgress,
  ProposedQuestion,
  Session,
  SessionAnswer,
} from '../session/session.ts';

export interface ProposalOptions {
  /** ms for the changed files, and for the others; without it, as long as a check waits for each. */
  readonly limit?: number;
  /** Also asked on the proposed tree, each about one of its texts. */
  readonly questions?: ReadonlyMap<Judge, readonly ProposedQuestion[]>;
  readonly progress?: ProposalProgress | undefined;
}

export interface JudgedProposal {
  readonly report: CheckReport;
  /** Of each session that there were questions for. */
  readonly answers: ReadonlyMap<Judge, SessionAnswer>;
}

/** `lsp/propose`, from its request to its report. */
export async function runProposal(
  services: SessionServers,
  params: ProposeParams,
  { limit, questions = new Map(), progress }: ProposalOptions,
  cancel: AbortSignal,
): Promise<JudgedProposal> {
  const { workspace, config } = services;
  await notifyOfDiskChanges(services);
  const files = await prepareFiles(services, params.files, false);
  const deleted = workspace.admitted(params.deleted ?? []);
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
  const written = new Set(files.flatMap(({ text }) => text?.path ?? []));
  const tree: Tree<ProposalFindings> = {
    limit,
    linterGrace: Infinity,
    begin: (jobs) => [...jobs, ...jobsOfDeleted(services, jobs, deleted)],
    judge: ({ session, texts: own }, deadline) => {
      const all = allFor(session);
      const texts = readsForeign(session.definition) ? all : own;
      const given = texts.length === all.length ? questions.get(session) : undefined;
      const asked = own.map(({ path }) => path);
      const proposal = { texts, deleted, written, asked, questions: given ?? [], progress };
      return new ProposalRun(services, { session, proposal, limit }, cancel).judge(params, deadline);
    },
  };
  const { jobs, answers: asked, servers, resume } = await ask(services, tree, files, cancel);
  const dependents = params.others === true ? [...dependentsOf(services, jobs, deleted)] : [];
  const ofDependents = dependents.map(async (session) => {
    using deadline = deadlineFor(services, session, limit);
    return await tree.judge({ session, texts: [] }, deadline);
  });
  const judged = [...asked, ...(await Promise.all(ofDependents))];
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
  resume();
  const own = new Map(Object.entries(reportOf(services, judged)));
  const solved = (): Record<string, Diagnostic[]> => {
    const parts = judged.map((each) => ({ session: each.session, findings: each.solved }));
    const all = new Map(Object.entries(reportOf(services, parts)));
    const isBaseKnown = ({ path }: { readonly path: AdmittedPath }): boolean =>
      judged.every((each) => !each.answered.has(path) || each.solved.has(path));
    const ownSolved = files.flatMap(({ key, text }) =>
      text !== undefined && isBaseKnown(text) ? [[key, all.get(key) ?? []] as const] : [],
    );
    for (const { key } of files) all.delete(key);
    return { ...Object.fromEntries(ownSolved), ...Object.fromEntries(all) };
  };
  const judgedBy = new Set(judged.map(({ session }) => session));
  const isUnasked = (session: Judge): boolean =>
    !judgedBy.has(session) && !isReplaced(session, judged) && mayDepend(session, files, deleted, jobs);
  const others = reportOthers(services, {
    parts: judged.map((each) => inTreesOf(workspace, pathsOf(files), each.others)),
    judged:
      params.others !== true || !(services.pool.active().some(isUnasked) || isEmbedded(services, judged)),
  });
  const report = {
    files: Object.fromEntries(files.map(({ key }) => [key, own.get(key) ?? []])),
    refused: refusedIn(files),
    others: others.files,
    othersComplete: others.complete,
    servers: [...servers],
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

/** Other projects of a compiler that take sources from the changed ones, and other builds that have these. */
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
  const builds = services.pool
    .active()
    .filter((session) => jobs.some((job) => isOtherBuild(session, job.session)))
    .filter((session) => jobs.some(({ texts }) => texts.some(({ path }) => speaksOf(session, path))));
  return new Set([...found, ...builds]).difference(new Set(jobs.map(({ session }) => session)));
}
