import { dirname } from 'node:path';
import type { Text } from '../client/documents.ts';
import type { AdmittedPath } from '../paths.ts';
import type { Launch, Search, ServerDefinition } from '../registry/definition.ts';
import { waitFor } from '../wait-for.ts';
import { besides } from './cross-server-duplicates.ts';
import { type CheckContext, type JobResult, deadlineFor, type RunningJob, runJob } from './job.ts';
import { Deadline } from './deadline.ts';
import type { Services } from './services.ts';
import type { Session } from './session.ts';

/** A server that is asked only while another one, the principal, is late. Nothing of it is started before. */
export interface Fallback {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  readonly primary: Session;
  readonly texts: Text[];
}

/** Undefined where the principal was quick enough. */
export async function runFallback(context: CheckContext, fallback: Fallback, primary: RunningJob): Promise<JobResult | undefined> {
  const { services, cancel } = context;
  const { at } = primary.deadline;
  using half = new Deadline((at - performance.now()) / 2);
  const early = await waitFor(primary.result, half.signal);
  const texts = early.kind === 'done' ? unanswered(fallback.texts, early.value) : fallback.texts;
  if (texts.length === 0 || cancel.aborted) return undefined;
  const session = services.pool.session(fallback.definition, fallback.launch);
  // While the principal may still answer, nobody waits longer than for that; where it cannot answer at all, the other is all there is.
  const deadline = early.kind === 'done' ? deadlineFor(services, session) : new Deadline(at - performance.now());
  const result = runJob(context, { session, texts }, deadline);
  const yieldTo = (answer: JobResult): void => {
    if (unanswered(texts, answer).length === 0) deadline.end();
  };
  // Whoever awaits the principal hears what went wrong there.
  primary.result.then(yieldTo, () => undefined);
  await result;
  return unanswered(texts, await primary.result).length === 0 ? undefined : await result;
}

function unanswered(texts: readonly Text[], { verdicts }: JobResult): Text[] {
  return texts.filter(({ path }) => !verdicts.has(path));
}

/** One error has one wording: where the principal has answered, its own; else the stand-in's, and of the principal's older words what is elsewhere. */
export function preferPrimary(results: readonly JobResult[]): JobResult[] {
  return results.map((result) => {
    const principals = results.filter(({ session }) => session.definition.id === result.session.definition.standsInFor);
    const fallbacks = results.filter(({ session }) => session.definition.standsInFor === result.session.definition.id);
    const verdicts = [...result.verdicts].filter(([path]) => !principals.some((primary) => primary.verdicts.has(path)));
    const remapped = [...result.remapped].map(([path, list]) => [path, besides(list, fallbacks.flatMap((fallback) => fallback.verdicts.get(path) ?? []))] as const);
    return { ...result, verdicts: new Map(verdicts), quotes: new Map(remapped) };
  });
}

/** The one for which this session stands in has judged the file as it is now, as far as it was told. */
export function isSpokenFor({ pool, search }: Pick<Services, 'pool' | 'search'>, { definition }: Session, path: AdmittedPath): boolean {
  if (definition.standsInFor === undefined) return false;
  return principalsOf(pool.active(), definition).some((primary) => primary.hasFreshResult(path) && isIts(primary, path, search));
}

/** This session is the one that is asked about the file. Its root need not lie above it: members of a Cargo workspace may be anywhere. */
function isIts({ definition, launch: { root, toolchain } }: Session, path: AdmittedPath, search: Search): boolean {
  const location = definition.locate(dirname(path), search);
  return location.kind === 'found' && location.launch.root === root && location.launch.toolchain === toolchain;
}

/** Of these sessions. */
export function principalsOf(sessions: readonly Session[], { standsInFor }: ServerDefinition): Session[] {
  return standsInFor === undefined ? [] : sessions.filter(({ definition }) => definition.id === standsInFor);
}
