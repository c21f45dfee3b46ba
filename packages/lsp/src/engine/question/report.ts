import { identityOf, numberOf } from '../../diagnostics.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';
import { mergeServers, type ReportedFindings } from '../base/cross-server-duplicates.ts';
import { sortedRecord } from '../base/merge.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { SessionFindings } from './answer.ts';
import { inOneWording } from './fallback.ts';

/** In one report, by file. */
export function reportOf(
  { workspace, severities }: Pick<SessionServers, 'workspace' | 'severities'>,
  parts: readonly SessionFindings[],
): Record<string, Diagnostic[]> {
  const byPath = new Map<AdmittedPath, ReportedFindings[]>();
  for (const { session, findings } of inOneWording(parts))
    for (const [path, diagnostics] of findings)
      byPath.getOrInsert(path, []).push({ definition: session.definition, diagnostics });
  const entries = [...byPath].flatMap(([path, allFindings]): [string, Diagnostic[]][] => {
    const merged = mergeServers(allFindings, severities);
    return merged.length === 0 ? [] : [[workspace.folder(path), merged]];
  });
  return sortedRecord(entries);
}

/** What a session reports about files that it was not asked about by name. */
export interface Part extends SessionFindings {
  /** Each of them that the change may have altered has its answer. */
  readonly judged: boolean;
  /** The bound left one of them out. */
  readonly isCut?: boolean;
  /** Nothing tells whether there are more. */
  readonly mayMiss: boolean;
}

/** Without findings in nested work trees, but for those of the files that were asked about. */
export function inTreesOf<P extends Part>(
  { trees }: SessionServers['workspace'],
  asked: Iterable<AdmittedPath>,
  part: P,
): P {
  if (part.findings.size === 0) return part;
  const around = trees.looker();
  const own = new Set([undefined, ...[...asked].map(around)]);
  return { ...part, findings: new Map([...part.findings].filter(([path]) => own.has(around(path)))) };
}

/** What each session reports about other files, before it is merged. */
export interface FoundOthers {
  readonly parts: readonly Part[];
  /** Every file that is known, or that the change led to, has its answer. */
  readonly judged: boolean;
  /** The bound left a file out. */
  readonly isCut?: boolean;
}

export interface OtherFiles {
  readonly files: Record<string, Diagnostic[]>;
  /** False where the bound left a file out, or nothing tells which files a change broke. */
  readonly complete: boolean;
  /** The bound left a file out. */
  readonly isCut?: boolean;
}

/** Complete if every session has judged all that it may have to report, and none is missing. */
export function reportOthers(
  services: Pick<SessionServers, 'workspace' | 'severities'>,
  { parts, judged, isCut = false }: FoundOthers,
): OtherFiles {
  return {
    files: reportOf(services, parts),
    isCut,
    complete: judged && parts.every((part) => part.judged && !part.mayMiss),
  };
}

type FoundByFile = Readonly<Record<string, readonly Diagnostic[]>>;

/** What of these findings is not among the others. */
export function without(
  found: FoundByFile,
  others: ReadonlyMap<string, readonly Diagnostic[]>,
): Record<string, Diagnostic[]> {
  const rest = Object.entries(found).map(([file, findings]) => {
    const known = new Set(others.get(file)?.map(identityOf));
    return [file, findings.filter((finding) => !known.has(identityOf(finding)))] as const;
  });
  return Object.fromEntries(rest.filter(([, findings]) => findings.length > 0));
}

/** Both, file by file. */
export function byFileOf(found: FoundByFile, others: FoundByFile): Record<string, readonly Diagnostic[]> {
  const both = Object.entries(found).map(([file, all]) => [file, [...all, ...(others[file] ?? [])]] as const);
  return { ...others, ...Object.fromEntries(both) };
}

export function errorsIn(lists: readonly (readonly Diagnostic[])[]): number {
  return lists.reduce((sum, list) => sum + numberOf(list.filter(({ severity }) => severity === 'error')), 0);
}
