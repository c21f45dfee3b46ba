import { dirname } from 'node:path';
import type { Text } from '../../client/documents/documents.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Launch, ServerDefinition } from '../../backend/definition.ts';
import type { Search } from '../../backend/program/search.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { Diagnostic } from '../../types.ts';
import { besides } from '../base/cross-server-duplicates.ts';
import { Deadline } from '../base/deadline.ts';
import { isFallback, isFallbackOf } from '../session/abilities.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Judge, Session } from '../session/session.ts';
import type { Answer, RunningJob } from './answer.ts';

/**
 * A fallback server: it is asked only while its primary server is late, and is not started before.
 */
export interface Fallback {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  readonly primary: Session;
  readonly texts: Text[];
}

/**
 * Undefined if the primary server answered in time.
 *
 * @param begin asks the fallback; where the primary cannot answer at all, the fallback is the only
 * source and gets a deadline of its own
 */
export async function askFallback<A extends Answer>(
  primary: RunningJob<A>,
  texts: readonly Text[],
  begin: (texts: readonly Text[], rest: Deadline | undefined) => RunningJob<A>,
  cancel: AbortSignal,
): Promise<A | undefined> {
  const { at } = primary.deadline;
  using half = new Deadline((at - performance.now()) / 2);
  const early = await waitFor(primary.result, half.signal);
  const left = early.kind === 'done' ? unanswered(texts, early.value) : texts;
  if (left.length === 0 || cancel.aborted) return undefined;
  const rest = early.kind === 'done' ? undefined : new Deadline(at - performance.now());
  const { result, deadline } = begin(left, rest);
  const yieldTo = (answer: A): void => {
    if (unanswered(left, answer).length === 0) deadline.end();
  };
  // A rejection is ignored here: the code that awaits `primary.result` gets it.
  primary.result.then(yieldTo, () => undefined);
  await result;
  return unanswered(left, await primary.result).length === 0 ? undefined : await result;
}

function unanswered(texts: readonly Text[], { answered }: Answer): readonly Text[] {
  return texts.filter(({ path }) => !answered.has(path));
}

/**
 * One error is reported in one wording. If the primary server answered, its findings count.
 * Otherwise the fallback's findings count, plus the primary's older findings on other lines.
 */
export function preferPrimary<A extends Answer>(answers: readonly A[]): A[] {
  return answers.map((answer) => {
    const { definition } = answer.session;
    const primaries = answers.filter(({ session }) => isFallbackOf(definition, session.definition));
    const fallbacks = answers.filter(({ session }) => isFallbackOf(session.definition, definition));
    const replaced = new Set(primaries.flatMap(({ answered }) => [...answered]));
    const answered = answer.answered.difference(replaced);
    const newer = (path: AdmittedPath): Diagnostic[] =>
      fallbacks.flatMap((fallback) =>
        fallback.answered.has(path) ? (fallback.findings.get(path) ?? []) : [],
      );
    const findings = [...answer.findings].flatMap(([path, found]) => {
      if (!answer.answered.has(path)) return [[path, besides(found, newer(path))] as const];
      return answered.has(path) ? [[path, found] as const] : [];
    });
    return { ...answer, answered, findings: new Map(findings) };
  });
}

/** It is the fallback of a server that has answered completely. */
export function isReplaced({ definition }: Judge, answers: readonly Answer[]): boolean {
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
