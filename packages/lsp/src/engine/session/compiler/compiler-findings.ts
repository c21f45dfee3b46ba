import type { CompilerReport } from '../../../backend/output/output.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { Diagnostic } from '../../../types.ts';
import { textOnDisk } from '../../disk/text-source.ts';
import type { KnownWorld } from '../world.ts';
import type { Workspace } from '../../base/workspace.ts';

/** What one run has found in the files of the workspace. */
export interface CompilerFindings {
  readonly findings: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
  /** Why a file without findings is not necessarily clean. */
  readonly failure: string | undefined;
  /** Files that the run did not check. */
  readonly excludes?: CompilerReport['excludes'];
  readonly fixes?: CompilerReport['fixes'];
}

export function toFindings(
  { findings, failure, excludes, fixes }: CompilerReport,
  workspace: Workspace,
): CompilerFindings {
  const byPath = new Map<AdmittedPath, Diagnostic[]>();
  let elsewhere: string | undefined;
  for (const [named, found] of Map.groupBy(findings, ({ path }) => path)) {
    const admission = workspace.admit(named);
    if (admission.kind === 'admitted') {
      if (workspace.trees.isElsewhere(admission.path)) continue;
      const diagnostics = found.map(({ path: _, ...rest }) => ({ file: admission.relative, ...rest }));
      byPath.set(admission.path, [...(byPath.get(admission.path) ?? []), ...diagnostics]);
    } else elsewhere ??= found.find(({ severity }) => severity === 'error')?.message;
  }
  return {
    findings: byPath,
    failure:
      failure ?? (elsewhere === undefined ? undefined : `an error outside the workspace: ${elsewhere}`),
    excludes,
    fixes,
  };
}

/** The same without what follows from packages that are not installed; `world` remembers that. */
export function withoutMissing(result: CompilerFindings, world: KnownWorld): CompilerFindings {
  const findings = [...result.findings].map(([path, found]) => {
    const rest = world.takeOut(path, [...found], () => textOnDisk(path));
    world.keep(path, rest);
    return [path, rest] as const;
  });
  return { ...result, findings: new Map(findings) };
}

/** Undefined if the run did not check the file. */
export function findingsIn(
  { findings, failure, excludes }: CompilerFindings,
  path: AdmittedPath,
): readonly Diagnostic[] | undefined {
  const found = findings.get(path);
  if (found !== undefined) return found;
  return failure === undefined && excludes?.(path) !== true ? [] : undefined;
}
