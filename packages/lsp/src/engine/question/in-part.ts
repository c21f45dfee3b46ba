import { judgedInPart } from '../../backend/diagnostics/judged-in-part.ts';
import type { CheckReport } from '../../types.ts';
import { whyExcluded, whyInPart } from '../session/abilities.ts';
import { whyNoJudge } from '../session/judge.ts';
import type { Servers } from '../session/pool/servers.ts';

/** Adds why servers have not judged all of a file. */
export function withParts(
  services: Pick<Servers, 'pool' | 'workspace' | 'registry' | 'search'>,
  report: CheckReport,
): CheckReport {
  const { pool, workspace } = services;
  const sessions = pool.active();
  const excluded: string[] = [];
  const reasons = Object.keys(report.files).flatMap((file) => {
    const admission = workspace.admit(file);
    if (admission.kind === 'refused') return [];
    const reason = sessions
      .map(
        (session) =>
          judgedInPart(session.launch).of(admission.path) ??
          whyInPart(session, admission.path) ??
          whyNoJudge(services, session, admission.path),
      )
      .find((each) => each !== undefined);
    const isClean = report.files[file]?.length === 0;
    const why = isClean
      ? undefined
      : sessions.map((session) => whyExcluded(session, admission.path)).find((each) => each !== undefined);
    if (why !== undefined && reason === undefined) excluded.push(file);
    const inWords = reason ?? why;
    return inWords === undefined ? [] : [[file, inWords] as const];
  });
  return reasons.length === 0
    ? report
    : { ...report, inPart: Object.fromEntries(reasons), ...(excluded.length > 0 && { excluded }) };
}
