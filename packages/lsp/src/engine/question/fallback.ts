import { dirname } from 'node:path';
import type { Text } from '../../client/documents/documents.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Launch, ServerDefinition } from '../../backend/definition.ts';
import type { Search } from '../../backend/program/search.ts';
import { waitFor } from '../../support/wait-for.ts';
import { besides } from '../base/cross-server-duplicates.ts';
import { type CheckContext, type JobResult, deadlineFor, type RunningJob, runJob } from './job.ts';
import { Deadline } from '../base/deadline.ts';
import { isFallback, isFallbackOf } from '../session/abilities.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Judge, Session } from '../session/session.ts';

/**
 * A fallback server: it is asked only while its primary server is late, and is not started before.
 */
export interface Fallback {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  readonly primary: Session;
  readonly texts: Text[];
}

/** Undefined if the primary server answered in time. */
export async function runFallback(
  context: CheckContext,
  fallback: Fallback,
  primary: RunningJob,
): Promise<JobResult | undefined> {
  const { services, cancel } = context;
  const { at } = primary.deadline;
  using half = new Deadline((at - performance.now()) / 2);
  const early = await waitFor(primary.result, half.signal);
  const texts = early.kind === 'done' ? unanswered(fallback.texts, early.value) : fallback.texts;
  if (texts.length === 0 || cancel.aborted) return undefined;
  const session = services.pool.session(fallback.definition, fallback.launch);
  // While the primary may still answer, the fallback gets the rest of the primary's deadline. If
  // the primary cannot answer at all, the fallback is the only source and gets a deadline of its
  // own.
  const deadline =
    early.kind === 'done' ? deadlineFor(services, session) : new Deadline(at - performance.now());
  const result = runJob(context, { session, texts }, deadline);
  const yieldTo = (answer: JobResult): void => {
    if (unanswered(texts, answer).length === 0) deadline.end();
  };
  // A rejection is ignored here: the code that awaits `primary.result` gets it.
  primary.result.then(yieldTo, () => undefined);
  await result;
  return unanswered(texts, await primary.result).length === 0 ? undefined : await result;
}

function unanswered(texts: readonly Text[], { findings }: JobResult): Text[] {
  return texts.filter(({ path }) => !findings.has(path));
}

/**
 * One error is reported in one wording. If the primary server answered, its findings count.
 * Otherwise the fallback's findings count, plus the primary's older findings on other lines.
 */
export function preferPrimary(results: readonly JobResult[]): JobResult[] {
  return results.map((result) => {
    const { definition } = result.session;
    const primaries = results.filter(({ session }) => isFallbackOf(definition, session.definition));
    const fallbacks = results.filter(({ session }) => isFallbackOf(session.definition, definition));
    const findings = [...result.findings].filter(
      ([path]) => !primaries.some((primary) => primary.findings.has(path)),
    );
    const remapped = [...result.remapped].map(
      ([path, list]) =>
        [
          path,
          besides(
            list,
            fallbacks.flatMap((fallback) => fallback.findings.get(path) ?? []),
          ),
        ] as const,
    );
    return { ...result, findings: new Map(findings), remapped: new Map(remapped) };
  });
}

/** A primary server of this session has a fresh result for the file, as far as it was notified. */
export function isAnsweredByPrimary(
  { pool, search }: Pick<SessionServers, 'pool' | 'search'>,
  { definition }: Judge,
  path: AdmittedPath,
): boolean {
  if (!isFallback(definition)) return false;
  return primaryServersOf(pool.active(), definition).some(
    (primary) => primary.hasFreshResult(path) && isIts(primary, path, search),
  );
}

/**
 * This session is the one that is asked about the file. Its root need not be above the file:
 * members of a Cargo workspace may be anywhere.
 */
function isIts(
  { definition, launch: { root, toolchain } }: Judge,
  path: AdmittedPath,
  search: Search,
): boolean {
  const location = definition.locate(dirname(path), search);
  return (
    location.kind === 'found' && location.launch.root === root && location.launch.toolchain === toolchain
  );
}

/** The primary sessions for this server, among these sessions. */
export function primaryServersOf(sessions: readonly Judge[], fallback: ServerDefinition): Judge[] {
  return sessions.filter(({ definition }) => isFallbackOf(fallback, definition));
}
