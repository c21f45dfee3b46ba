import { compareText } from '../../support/compare.ts';
import type { CheckedServer } from '../../types.ts';
import type { Deadline } from '../base/deadline.ts';
import { isCompiler } from '../session/abilities.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import { type Answer, deadlineFor, type Job, type RunningJob } from './answer.ts';
import { assign } from './assign.ts';
import { askFallback, preferPrimary } from './fallback.ts';
import type { CheckedFile } from './files.ts';

/** What servers are asked about: the workspace as it is on disk, or as it would be. */
export interface Tree<A extends Answer> {
  /** ms that each server gets; without it, as long as a check waits for it. */
  readonly limit?: number | undefined;
  /** ms that linters get once the compilers have answered. */
  readonly linterGrace: number;
  /** Called before any server is asked. Returns the servers that are. */
  begin(jobs: readonly Job[]): readonly Job[];
  /** Asks one of them, until the deadline. Never rejects because of a server. */
  judge(job: Job, deadline: Deadline): Promise<A>;
}

export interface Answers<A extends Answer> {
  readonly jobs: readonly Job[];
  readonly answers: readonly A[];
  /** Servers that were asked and servers that could not be, by id and root. */
  readonly servers: readonly CheckedServer[];
  /** The latest deadline of all servers, ms, performance.now. */
  readonly deadline: number;
}

/**
 * "What do you report about these files in this tree?", to all their servers in parallel, each no
 * longer than its own deadline (REQ-TIME-015, REQ-TIME-040).
 *
 * Once the compilers have ended, linters get at most `linterGrace` more. A fallback server gets the
 * time that is left when its primary server is late.
 */
export async function ask<A extends Answer>(
  services: SessionServers,
  tree: Tree<A>,
  files: readonly CheckedFile[],
  cancel: AbortSignal,
): Promise<Answers<A>> {
  const start = performance.now();
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
  const deadline = Math.max(
    ...running.map((one) => one.deadline.at),
    running.length === 0 ? start + services.config.diagnosticTimeout : 0,
  );
  const falling = fallbacks.map(async ({ definition, launch, primary, texts }) => {
    const first = running.find(({ session }) => session === primary);
    return (
      first &&
      askFallback(
        first,
        texts,
        (left, rest) => begin({ session: services.pool.session(definition, launch), texts: left }, rest),
        cancel,
      )
    );
  });
  const resultsOf = (all: readonly RunningJob<A>[]): Promise<A[]> =>
    Promise.all(all.map(({ result }) => result));
  const compiled = [
    ...(await resultsOf(compilers)),
    ...(await Promise.all(falling)).filter((answer) => answer !== undefined),
  ];
  // If no compiler answered completely, linters delay no result and keep their deadlines.
  if (compiled.some(({ server }) => server.outcome === 'complete'))
    for (const linter of linters) linter.deadline.shorten(tree.linterGrace);
  const answers = preferPrimary([...compiled, ...(await resultsOf(linters))]);
  const servers = [...answers.map(({ server }) => server), ...unavailable].sort(
    (a, b) => compareText(a.id, b.id) || compareText(a.root, b.root),
  );
  return { jobs, answers, servers, deadline };
}
