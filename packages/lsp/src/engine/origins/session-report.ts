import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic, SessionReport } from '../../types.ts';
import { Deadline } from '../deadline.ts';
import { prepareFiles, runCheck } from '../check/check.ts';
import { diskText } from '../disk/text-source.ts';
import { notifyOfDiskChanges } from '../disk/disk-notifications.ts';
import { findKnown } from '../impact/find-known.ts';
import { type Part, reportOthers } from '../impact/other-files.ts';
import { resolveServers } from '../resolve-servers.ts';
import type { Services } from '../services.ts';
import type { Session } from '../session/session.ts';
import { counterfactual } from './counterfactual.ts';
import type { Ledger } from './ledger.ts';
import type { Findings } from './pair.ts';

/** What the session's changes have caused and is still true, in all files. */
export async function sessionReport(services: Services, cancel: AbortSignal): Promise<SessionReport> {
  const { ledger } = services;
  const end = performance.now() + services.config.diagnosticTimeout;
  await notifyOfDiskChanges(services);
  if (ledger.isUntouched) return { open: {}, complete: true };
  await askAgain(services, cancel);
  const found = await findKnown(services, Math.max(0, end - performance.now()), cancel);
  const parts: Part[] = [];
  let isKnown = true;
  for (const part of found.parts) {
    const { caused, isComplete } = await causedIn(ledger, part, end, cancel);
    parts.push({ ...part, findings: caused });
    isKnown &&= isComplete;
  }
  const gone = [...ledger.open].filter(({ session, files }) => files.size > 0 && !isAsked(services, session));
  for (const { session, files } of gone) {
    const findings = new Map([...files].map(([path, { diagnostics }]) => [path, diagnostics]));
    parts.push({ session, findings, judged: false, mayMiss: false });
  }
  const { files, judged } = reportOthers(services, { ...found, parts });
  return { open: files, complete: judged && isKnown && !ledger.isVague && gone.length === 0 };
}

/** A server that was shut down, or is another one by now, is started again for its files. */
async function askAgain(services: Services, cancel: AbortSignal): Promise<void> {
  const paths = [...services.ledger.open].filter(({ session }) => !isAsked(services, session)).flatMap(({ files }) => [...files.keys()]);
  const startable = paths.filter((path) => resolveServers(services, path).found.some(({ definition, launch }) => services.pool.find(definition, launch) === undefined));
  if (startable.length === 0) return;
  await runCheck(services, await prepareFiles(services, startable.map((filePath) => ({ filePath })), false), [], cancel);
}

function isAsked({ pool }: Services, { definition, launch }: Session): boolean {
  return pool.find(definition, launch)?.state.kind === 'active';
}

/** @param end ms, performance.now */
async function causedIn(ledger: Ledger, { session, findings }: Part, end: number, cancel: AbortSignal): Promise<{ caused: Map<AdmittedPath, readonly Diagnostic[]>; isComplete: boolean }> {
  const caused = new Map<AdmittedPath, readonly Diagnostic[]>();
  const unknown = new Map<AdmittedPath, Findings>();
  const conclude = (path: AdmittedPath, now: Findings): void => {
    const diagnostics = ledger.caused(session, path, now);
    caused.set(path, diagnostics);
    ledger.setOpen(session, path, { ...now, diagnostics });
  };
  for (const [path, diagnostics] of findings) {
    const source = await diskText(path);
    if (source.kind === 'refused') continue;
    const now = { diagnostics, text: source.content.text };
    if (diagnostics.length === 0 || ledger.start(session, path) !== undefined) conclude(path, now);
    else unknown.set(path, now);
  }
  if (unknown.size === 0) return { caused, isComplete: true };
  using deadline = new Deadline(Math.max(0, end - performance.now()));
  const starts = await counterfactual(session, ledger.originals, [...unknown.keys()], { deadline, cancel }, true);
  for (const [path, now] of unknown) {
    const start = starts.get(path);
    if (start !== undefined) ledger.setStartByOriginals(session, path, start.findings);
    conclude(path, now);
  }
  return { caused, isComplete: starts.size === unknown.size };
}
