import { type AdmittedPath, diskStamp } from '../../support/paths.ts';
import type { Diagnostic, Severity } from '../../types.ts';
import { numberOf } from '../../diagnostics.ts';
import { mergeServers, type ReportedFindings } from '../base/cross-server-duplicates.ts';
import type { Servers } from '../session/pool/servers.ts';

const ERRORS: ReadonlySet<Severity> = new Set(['error']);

export interface Held {
  readonly path: AdmittedPath;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Findings that servers hold about known files that exist, from the last report of each server. No
 * server is asked again.
 *
 * @param except files that are left out
 */
export function knownFindings(
  { pool, known }: Pick<Servers, 'pool' | 'known'>,
  severities: ReadonlySet<Severity>,
  except: ReadonlySet<AdmittedPath> = new Set(),
): Held[] {
  const byPath = new Map<AdmittedPath, ReportedFindings[]>();
  for (const session of pool.active()) {
    for (const path of known.pathsOf(session)) {
      if (except.has(path)) continue;
      const { diagnostics = [] } = known.finding(session, path) ?? {};
      byPath.getOrInsert(path, []).push({ definition: session.definition, diagnostics });
    }
  }
  const there = [...byPath].filter(([path]) => diskStamp(path) !== undefined);
  return there.map(([path, allFindings]) => ({ path, diagnostics: mergeServers(allFindings, severities) }));
}

/** The number of errors among the held findings. */
export function knownErrors(
  services: Pick<Servers, 'pool' | 'known'>,
  except: ReadonlySet<AdmittedPath>,
): number {
  return knownFindings(services, ERRORS, except).reduce(
    (sum, { diagnostics }) => sum + numberOf(diagnostics),
    0,
  );
}
