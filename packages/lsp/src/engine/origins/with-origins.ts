import type { Diagnostic, Origin } from '../../types.ts';
import type { SessionFindings } from '../question/answer.ts';

/** The same findings, with the origins that are known. */
export function withOrigins(
  found: readonly SessionFindings[],
  origins: ReadonlyMap<Diagnostic, Origin>,
): SessionFindings[] {
  return found.map(({ session, findings }) => ({
    session,
    findings: new Map(
      [...findings].map(([path, diagnostics]) => [
        path,
        diagnostics.map((one) => {
          const origin = origins.get(one);
          return origin === undefined ? one : { ...one, origin };
        }),
      ]),
    ),
  }));
}
