import { type AdmittedPath, diskStamp, isBelow } from '../../support/paths.ts';
import { namesOf } from '../../backend/language-map.ts';
import type { Diagnostic } from '../../types.ts';
import type { BatchResult } from '../session/compiler/run-steps.ts';
import { type ChosenProject, isAskedAbout, rootOf } from './project-checker-choice.ts';
import type { Workspace } from '../base/workspace.ts';

type BatchFindings = Extract<BatchResult, { kind: 'judged' }>;

/** What one checker reports about the files that were asked about. */
export interface CheckerFindings {
  readonly files: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
  /** Why a file without findings does not count as clean. */
  readonly reason: string | undefined;
}

/**
 * Leaves out what lies outside the workspace or the question. An error there may have kept the
 * checker from checking the rest.
 */
export function findingsOfProject(
  workspace: Workspace,
  project: ChosenProject,
  { findings, excludes }: Pick<BatchFindings, 'findings' | 'excludes'>,
): CheckerFindings {
  const files = new Map<AdmittedPath, readonly Diagnostic[]>();
  const isElsewhere = besideTreesOf(workspace, project);
  let incompleteReason: string | undefined;
  for (const [named, found] of Map.groupBy(findings, ({ path }) => path)) {
    const admission = workspace.admit(named);
    const error = found.find(({ severity }) => severity === 'error');
    if (admission.kind === 'refused') {
      if (error !== undefined)
        incompleteReason ??= `an error in a file ${admission.reason}: ${error.message}`;
    } else if (isElsewhere(admission.path)) {
      continue;
    } else if (isAskedAbout(project, admission.path)) {
      const diagnostics = found.map(({ path: _, ...rest }): Diagnostic => ({
        file: admission.relative,
        source: project.checker.id,
        ...rest,
      }));
      files.set(admission.path, [...(files.get(admission.path) ?? []), ...diagnostics]);
    } else if (error !== undefined && !isSource(project, admission.path)) {
      incompleteReason ??= `an error in ${admission.relative}: ${error.message}`;
    }
  }
  const passedOver = excludes && askedFiles(project).find((path) => !files.has(path) && excludes(path));
  if (passedOver !== undefined) incompleteReason ??= `${workspace.folder(passedOver)} is none of its files`;
  return { files, reason: incompleteReason };
}

/** Nested work trees are projects of their own, and are checked where somebody names them. */
function besideTreesOf({ trees }: Workspace, project: ChosenProject): (path: AdmittedPath) => boolean {
  const places = [rootOf(project.candidate), ...(project.scope ?? [])];
  const asked = new Set(places.flatMap((place) => [trees.around(place), trees.aroundFolder(place)]));
  const around = trees.looker();
  return (path) => !asked.has(around(path));
}

/** Files that the caller named. */
function askedFiles({ scope = new Set() }: ChosenProject): AdmittedPath[] {
  return [...scope].filter((path): path is AdmittedPath => diskStamp(path) !== undefined);
}

/** Whether this is a source of the project, as far as its place and its name tell. */
export function isJudgedIn(project: ChosenProject, path: AdmittedPath): boolean {
  return isBelow(path, rootOf(project.candidate)) && isSource(project, path);
}

/** Any other file configures how sources are checked. */
function isSource({ checker: { extensions, markers } }: ChosenProject, path: AdmittedPath): boolean {
  const names = namesOf(path);
  return (
    !names.some((name) => markers.includes(name)) &&
    (extensions.length === 0 || names.some((name) => extensions.includes(name)))
  );
}
