import { languageIdFor } from '../../backend/language-map.ts';
import type { ServerLocation } from '../../backend/definition.ts';
import type { Text } from '../../client/documents/documents.ts';
import { compareText } from '../../support/compare.ts';
import type { CheckedServer } from '../../types.ts';
import type { Deadline } from '../base/deadline.ts';
import { resolveServers } from '../base/resolve-servers.ts';
import { isCompiler } from '../session/abilities.ts';
import { sessionKey } from '../session/pool/client-pool.ts';
import type { Servers, SessionServers } from '../session/pool/servers.ts';
import type { Session } from '../session/session.ts';
import { type TreeAnswer, deadlineFor, type Job, type RunningJob } from './answer.ts';
import { askFallback, type Fallback, preferPrimary } from './fallback.ts';
import type { CheckedFile } from './files.ts';

/** What servers are asked about: the workspace as it is on disk, or as it would be. */
export interface Tree<A extends TreeAnswer> {
  /** ms that each server gets; without it, as long as a check waits for it. */
  readonly limit?: number | undefined;
  /** ms that linters get once the compilers have answered. */
  readonly linterGrace: number;
  /** Called before any server is asked. Returns the servers that are. */
  begin(jobs: readonly Job[]): readonly Job[];
  /** Asks one of them, until the deadline. Never rejects because of a server. */
  judge(job: Job, deadline: Deadline): Promise<A>;
}

/** Waits in vain for a linter, one after the other, until none takes place. It goes on in the background. */
const MOST_MISSED = 2;

export interface TreeAnswers<A extends TreeAnswer> {
  readonly jobs: readonly Job[];
  readonly answers: readonly A[];
  /** Servers that were asked and servers that could not be, by id and root. */
  readonly servers: readonly CheckedServer[];
  /** The latest deadline of all servers, ms, performance.now. */
  readonly deadline: number;
  /** Goes on with the rechecks that the question has interrupted, as far as nothing has changed since. */
  readonly resume: () => void;
}

/**
 * "What do you report about these files in this tree?", to all their servers in parallel, each no
 * longer than its own deadline (REQ-TIME-015, REQ-TIME-040).
 *
 * Once the compilers have ended, linters get at most `linterGrace` more, and one that has missed it often
 * enough gets nothing until it has answered. A fallback server gets the time that is left when its primary
 * server is late.
 */
export async function ask<A extends TreeAnswer>(
  services: SessionServers,
  tree: Tree<A>,
  files: readonly CheckedFile[],
  cancel: AbortSignal,
): Promise<TreeAnswers<A>> {
  const { recheckQueues, staleProjects } = services;
  const interrupted = recheckQueues.interrupt();
  const { jobs: assigned, fallbacks, unavailable } = assign(services, files);
  const jobs = tree.begin(assigned);
  const begin = (job: Job, deadline = deadlineFor(services, job.session, tree.limit)): RunningJob<A> => {
    const result = tree.judge(job, deadline).finally(() => {
      deadline[Symbol.dispose]();
    });
    return { session: job.session, deadline, result };
  };
  const { compiling = [], linting = [] } = Object.groupBy(jobs, ({ session }) =>
    isCompiler(session.definition) ? 'compiling' : 'linting',
  );
  const compilers = compiling.map((job) => begin(job));
  const linters = linting.map((job) => begin(job));
  const running = [...compilers, ...linters];
  const latest = Math.max(...running.map(({ deadline }) => deadline.at));
  const end = running.length === 0 ? performance.now() + services.config.diagnosticTimeout : latest;
  const falling = fallbacks.map(async (fallback) => {
    const primary = running.find(({ session }) => session === fallback.primary);
    return primary && askFallback(fallback, primary, begin, cancel);
  });
  const resultsOf = (all: readonly RunningJob<A>[]): Promise<A[]> =>
    Promise.all(all.map(({ result }) => result));
  const compiled = [
    ...(await resultsOf(compilers)),
    ...(await Promise.all(falling)).filter((answer) => answer !== undefined),
  ];
  // If no compiler answered completely, linters delay no result and keep their deadlines.
  if (compiled.some(({ server }) => server.outcome === 'complete'))
    for (const { session, deadline } of linters)
      deadline.shorten(session.requestStats.missed < MOST_MISSED ? tree.linterGrace : 0);
  const answers = preferPrimary([...compiled, ...(await resultsOf(linters))]);
  const servers = [...answers.map(({ server }) => server), ...unavailable].sort(
    (a, b) => compareText(a.id, b.id) || compareText(a.root, b.root),
  );
  const resume = (): void => {
    recheckQueues.resume(interrupted, staleProjects);
  };
  return { jobs, answers, servers, deadline: end, resume };
}

interface Assignment {
  readonly jobs: readonly Job[];
  readonly fallbacks: readonly Fallback[];
  readonly unavailable: readonly CheckedServer[];
}

/** Assigns the files to servers. Starts servers that are not running yet (REQ-LIFE-010). */
function assign(
  services: Pick<Servers, 'registry' | 'search' | 'pool' | 'log'>,
  files: readonly CheckedFile[],
): Assignment {
  const { pool, log } = services;
  const jobs = new Map<Session, Text[]>();
  const fallbacks = new Map<string, Fallback>();
  const unavailable = new Map<string, CheckedServer>();
  const looked = new Map<string, ServerLocation>();
  for (const { text } of files) {
    if (text === undefined) continue;
    const located = resolveServers(services, text.path, looked);
    for (const { id, kind, reason } of located.unavailable) {
      if (!unavailable.has(id)) log(`${id}: unavailable: ${reason}`);
      unavailable.set(id, {
        id,
        root: '.',
        outcome: 'unavailable',
        ms: 0,
        ...(kind !== 'unavailable' && { reason }),
      });
    }
    for (const { definition, launch, primary } of located.found) {
      const own = { ...text, languageId: languageIdFor(definition, text.path) };
      const first = primary && pool.session(primary.definition, primary.launch);
      if (first?.state.kind === 'active') {
        const start = (): Session => pool.session(definition, launch);
        const key = sessionKey(definition, launch);
        fallbacks.getOrInsert(key, { start, primary: first, texts: [] }).texts.push(own);
      } else jobs.getOrInsert(pool.session(definition, launch), []).push(own);
    }
  }
  return {
    jobs: [...jobs].map(([session, texts]) => ({ session, texts })),
    fallbacks: [...fallbacks.values()],
    unavailable: [...unavailable.values()],
  };
}
