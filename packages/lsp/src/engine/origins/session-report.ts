import type { Servers } from '../session/pool/servers.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic, SessionParams, SessionReport } from '../../types.ts';
import type { ServerLocation } from '../../backend/definition.ts';
import { Deadline } from '../base/deadline.ts';
import { runCheck } from '../question/check.ts';
import { prepareFiles } from '../question/files.ts';
import { textOnDisk } from '../disk/text-source.ts';
import { notifyOfDiskChanges } from '../session/pool/disk-notifications.ts';
import { findKnown } from '../others/find-known.ts';
import { type Part, reportOthers } from '../question/report.ts';
import { type Server, resolveServers } from '../base/resolve-servers.ts';
import type { LedgeredServers } from './ledgers.ts';
import type { Judge, Session } from '../session/session.ts';
import { findStarts } from './counterfactual.ts';
import type { Ledger } from './ledger.ts';
import { stillOpen } from './open-errors.ts';
import { CLEAN, type TextFindings } from '../changes/pair.ts';
import { Reach } from './reach.ts';

/** What the session's changes have caused and is still true, in all files. */
export async function sessionReport(
  services: LedgeredServers,
  { waitMs = services.config.diagnosticTimeout }: SessionParams,
  cancel: AbortSignal,
): Promise<SessionReport> {
  const { ledger } = services;
  const end = performance.now() + waitMs;
  await notifyOfDiskChanges(services);
  if (ledger.isUntouched) return { open: {}, complete: true };
  await askAgain(services, cancel);
  const found = await findKnown(services, Math.max(0, end - performance.now()), cancel);
  const reach = new Reach(services.graphs);
  const parts: Part[] = [];
  let isKnown = true;
  for (const part of found.parts) {
    const { caused, isComplete } = await causedIn(ledger, reach, part, end, cancel);
    parts.push({ ...part, findings: caused });
    isKnown &&= isComplete;
  }
  for (const open of ledger.open.filter(({ session }) => !isRunning(services, session))) {
    parts.push({
      session: open.session,
      findings: new Map([[open.path, stillOpen(services, open)]]),
      judged: false,
      isCut: false,
      mayMiss: false,
    });
  }
  const { files } = reportOthers(services, { ...found, parts });
  const isPending = found.parts.some(({ isCut }) => isCut === true) || !areAsked(services, isEnded);
  return {
    open: files,
    complete: found.judged && isKnown && !ledger.isVague && areAsked(services),
    ...(isPending && { pending: true }),
  };
}

const isEnded = ({ state }: Session): boolean => state.kind === 'broken' || state.kind === 'stopped';

/** Files that a server reported on that was shut down are asked about again. */
async function askAgain(services: LedgeredServers, cancel: AbortSignal): Promise<void> {
  const { ledger, pool } = services;
  const isBroken = ({ definition, launch }: Server): boolean =>
    pool.find(definition, launch)?.state.kind === 'broken';
  const paths = new Set(
    ledger.open.filter(({ session }) => !isRunning(services, session)).map(({ path }) => path),
  );
  const askable = [...paths].filter((path) => !resolveServers(services, path).found.every(isBroken));
  if (askable.length === 0) return;
  const { answers, resume } = await runCheck(
    services,
    await prepareFiles(
      services,
      askable.map((filePath) => ({ filePath })),
      false,
    ),
    [],
    cancel,
  );
  resume();
  for (const { session, answered, findings } of answers)
    for (const path of answered) if (findings.get(path)?.length === 0) ledger.setOpen(session, path, CLEAN);
}

function isRunning({ pool }: Pick<Servers, 'pool'>, session: Judge): boolean {
  return session.state.kind === 'active' && pool.find(session.definition, session.launch) === session;
}

/**
 * Every server runs, and has judged the changed files that it is responsible for, as they are now.
 *
 * @param isExcused of these servers nothing more is to come
 */
function areAsked(
  services: Pick<LedgeredServers, 'registry' | 'search' | 'pool' | 'ledger'>,
  isExcused: (session: Session) => boolean = () => false,
): boolean {
  const { ledger, pool } = services;
  if (pool.all().some((session) => session.state.kind !== 'active' && !isExcused(session))) return false;
  const looked = new Map<string, ServerLocation>();
  const knowledge = new Map(pool.active().map((session) => [session, session.knowledge()]));
  return [...ledger.changed].every((path) => {
    const text = textOnDisk(path);
    if (text === undefined) return true;
    return resolveServers(services, path, looked).found.every(({ definition, launch, primary }) => {
      const session = pool.find(definition, launch);
      const known = session && knowledge.get(session);
      return (
        primary !== undefined ||
        (session !== undefined && isExcused(session)) ||
        (known !== undefined &&
          session?.isPending?.(path) !== true &&
          (known.has(path, () => text) || known.covers(path)))
      );
    });
  });
}

/** @param end ms, performance.now */
async function causedIn(
  ledger: Ledger,
  reach: Reach,
  { session, findings }: Part,
  end: number,
  cancel: AbortSignal,
): Promise<{ caused: Map<AdmittedPath, readonly Diagnostic[]>; isComplete: boolean }> {
  const caused = new Map<AdmittedPath, readonly Diagnostic[]>();
  const unknown = new Map<AdmittedPath, TextFindings>();
  const conclude = (path: AdmittedPath, now: TextFindings): void => {
    const diagnostics = ledger.caused(session, path, now);
    caused.set(path, diagnostics);
    ledger.judged(session, path, now);
    ledger.setOpen(session, path, { ...now, diagnostics });
  };
  for (const [path, diagnostics] of findings) {
    const text = textOnDisk(path);
    if (text === undefined) continue;
    const now = { diagnostics, text };
    if (diagnostics.length === 0 || ledger.start(session, path) !== undefined) conclude(path, now);
    else unknown.set(path, now);
  }
  if (unknown.size === 0) return { caused, isComplete: true };
  using deadline = new Deadline(Math.max(0, end - performance.now()));
  const isComplete = await findStarts(ledger, reach, session, [...unknown.keys()], { deadline, cancel });
  for (const [path, now] of unknown) conclude(path, now);
  return { caused, isComplete };
}
