import { numberOf } from '../../diagnostics.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { besides, mergeServers, type ReportedFindings } from '../base/cross-server-duplicates.ts';
import { sortedRecord } from '../base/merge.ts';
import { isFallback } from '../session/abilities.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Judge } from '../session/session.ts';
import { primaryServersOf } from './fallback.ts';

/** What one session reports. */
export interface SessionFindings {
  readonly session: Judge;
  readonly findings: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
}

/** In one report, by file. */
export function reportOf(
  { workspace, severities }: Pick<SessionServers, 'workspace' | 'severities'>,
  parts: readonly SessionFindings[],
): Record<string, Diagnostic[]> {
  const fallbacks = parts.filter(({ session }) => isFallback(session.definition));
  const byPath = new Map<AdmittedPath, ReportedFindings[]>();
  for (const part of parts) {
    const { definition } = part.session;
    for (const [path, found] of part.findings) {
      const diagnostics = inOneWording(part, path, found, fallbacks);
      byPath.getOrInsert(path, []).push({ definition, diagnostics });
    }
  }
  const entries = [...byPath].flatMap(([path, allFindings]): [string, Diagnostic[]][] => {
    const merged = mergeServers(allFindings, severities);
    return merged.length === 0 ? [] : [[workspace.folder(path), merged]];
  });
  return sortedRecord(entries);
}

/** A quoted finding gives way to what a fallback server reports now about the same lines. */
function inOneWording(
  { session }: SessionFindings,
  path: AdmittedPath,
  diagnostics: readonly Diagnostic[],
  fallbacks: readonly SessionFindings[],
): readonly Diagnostic[] {
  const newer = fallbacks
    .filter((fallback) => primaryServersOf([session], fallback.session.definition).length > 0)
    .flatMap(({ findings }) => findings.get(path) ?? []);
  return besides(diagnostics, newer);
}

export function errorsIn(lists: readonly (readonly Diagnostic[])[]): number {
  return lists.reduce((sum, list) => sum + numberOf(list.filter(({ severity }) => severity === 'error')), 0);
}
