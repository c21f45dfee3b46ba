import { dirname } from 'node:path';
import type { Text } from '../../client/documents/documents.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Search } from '../../backend/program/search.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { Diagnostic } from '../../types.ts';
import { besides } from '../base/cross-server-duplicates.ts';
import { Deadline } from '../base/deadline.ts';
import { isFallbackOf } from '../session/abilities.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Judge, Session } from '../session/session.ts';
import type { TreeAnswer, Job, RunningJob, SessionFindings } from './answer.ts';

/**
 * A fallback server: it is asked only while its primary server is late, and is not started before.
 */
export interface Fallback {
  readonly start: () => Session;
  readonly primary: Session;
  readonly texts: Text[];
}

/** Undefined if the primary server answered in time. */
export async function askFallback<A extends TreeAnswer>(
  { start, texts }: Fallback,
  primary: RunningJob<A>,
  begin: (job: Job, deadline?: Deadline) => RunningJob<A>,
  cancel: AbortSignal,
): Promise<A | undefined> {
  const { at } = primary.deadline;
  using half = new Deadline((at - performance.now()) / 2);
  const early = await waitFor(primary.result, half.signal);
  const left = early.kind === 'done' ? unanswered(texts, early.value) : texts;
  if (left.length === 0 || cancel.aborted) return undefined;
  // While the primary may still answer, the fallback gets the rest of the primary's deadline. If
  // the primary cannot answer at all, the fallback is the only source and gets a deadline of its
  // own.
  const rest = early.kind === 'done' ? undefined : new Deadline(at - performance.now());
  const { result, deadline } = begin({ session: start(), texts: left }, rest);
  const yieldTo = (answer: A): void => {
    if (unanswered(left, answer).length === 0) deadline.end();
  };
  // A rejection is ignored here: the code that awaits `primary.result` gets it.
  primary.result.then(yieldTo, () => undefined);
  await result;
  return unanswered(left, await primary.result).length === 0 ? undefined : await result;
}

function unanswered(texts: readonly Text[], { answered }: TreeAnswer): readonly Text[] {
  return texts.filter(({ path }) => !answered.has(path));
}

/** If the primary server answered about a file, its findings count, and not the fallback's. */
export function preferPrimary<A extends TreeAnswer>(answers: readonly A[]): A[] {
  const kept = answers.map((answer) => {
    const primaries = answers.filter(({ session }) =>
      isFallbackOf(answer.session.definition, session.definition),
    );
    const replaced = new Set(primaries.flatMap(({ answered }) => [...answered]));
    const findings = new Map([...answer.findings].filter(([path]) => !replaced.has(path)));
    return { ...answer, answered: answer.answered.difference(replaced), findings };
  });
  return inOneWording(kept);
}

/**
 * One error is reported in one wording. Beside a fallback's findings, a primary has only older ones:
 * those on the same lines are left out. So is, of a process of another build, what the file's own finds.
 */
export function inOneWording<S extends SessionFindings>(parts: readonly S[]): S[] {
  return parts.map((part) => {
    const { definition } = part.session;
    const fallbacks = parts.filter(({ session }) => isFallbackOf(session.definition, definition));
    const builds = parts.filter(
      (other) => other !== part && definition.builds !== undefined && other.session.definition === definition,
    );
    if (fallbacks.length === 0 && builds.length === 0) return part;
    const alone = (path: AdmittedPath, found: readonly Diagnostic[]): readonly Diagnostic[] => {
      const isGuest = builds.length > 0 && found.length > 0 && !part.session.launch.serves(path);
      const own = isGuest ? builds.filter(({ session }) => session.launch.serves(path)) : [];
      return besides(
        found,
        [...fallbacks, ...own].flatMap(({ findings }) => findings.get(path) ?? []),
      );
    };
    return {
      ...part,
      findings: new Map([...part.findings].map(([path, found]) => [path, alone(path, found)])),
    };
  });
}

/** It is the fallback of a server that has answered completely. */
export function isReplaced({ definition }: Judge, answers: readonly TreeAnswer[]): boolean {
  return answers.some(
    ({ session, server }) => isFallbackOf(definition, session.definition) && server.outcome === 'complete',
  );
}

/** A primary server of this session has a fresh result for the file, as far as it was notified. */
export function isAnsweredByPrimary(
  { pool, search }: Pick<SessionServers, 'pool' | 'search'>,
  { definition }: Judge,
  path: AdmittedPath,
): boolean {
  return pool
    .active()
    .some(
      (primary) =>
        isFallbackOf(definition, primary.definition) &&
        primary.hasFreshResult(path) &&
        isIts(primary, path, search),
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
  const location = definition.locate(dirname(path), search, definition.builds?.of(path));
  return (
    location.kind === 'found' && location.launch.root === root && location.launch.toolchain === toolchain
  );
}
