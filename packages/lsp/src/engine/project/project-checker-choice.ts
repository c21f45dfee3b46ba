import { dirname, resolve } from 'node:path';
import { compareText } from '../../support/compare.ts';
import { type AdmittedPath, isBelow } from '../../support/paths.ts';
import type { CheckerDefinition, CheckerLocation } from '../../backend/checker/definition.ts';
import type { Search } from '../../backend/program/search.ts';
import { realPath } from '../../backend/program/files.ts';
import { namesOf } from '../../backend/language-map.ts';
import { lookAt } from '../disk/disk-state.ts';
import { type FilesBelow, filesBelow } from './project-checker-files.ts';
import type { ProjectQuestion } from './project-question.ts';
import type { Servers } from '../session/pool/servers.ts';

/** Where a checker has something to check, or would have if its program were there. */
export type CheckerCandidate = Exclude<CheckerLocation, { kind: 'not-applicable' }>;

/** A project to check, and the part of it that was asked about. */
export interface ChosenProject {
  readonly checker: CheckerDefinition;
  readonly candidate: CheckerCandidate;
  /** Files and folders; undefined for everything that its checker finds. */
  readonly scope: ReadonlySet<string> | undefined;
}

export interface ProjectChoice {
  readonly projects: readonly ChosenProject[];
  /** The reason, by the path that was named. */
  readonly refused: Readonly<Record<string, string>>;
}

type Place =
  | { readonly kind: 'file'; readonly path: AdmittedPath }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string };

type Parts = Pick<Servers, 'workspace' | 'disk' | 'search'>;

const TOO_LARGE = 'too large to be searched for all of its projects: name a folder or a file of each';

/**
 * For a file, chooses the nearest project of each checker that checks such files. For a folder,
 * chooses all projects at or below it, else the one that it is a part of. Call it after the disk
 * was scanned. Runs nothing.
 */
export async function chooseProjects(
  parts: Parts,
  checkers: readonly CheckerDefinition[],
  { paths = ['.'] }: ProjectQuestion,
): Promise<ProjectChoice> {
  const chosen = new Chosen(parts.search);
  const endings = new Set(checkers.flatMap(({ extensions, markers }) => [...extensions, ...markers]));
  const refused: Record<string, string> = {};
  for (const place of paths.map((path) => placeOf(parts, path))) {
    if (place.kind === 'refused') refused[place.name] = place.reason;
    else if (place.kind === 'file') ofFile(checkers, place.path, chosen);
    else {
      const files = await filesBelow(parts, place.path, endings);
      if (!files.isAll) refused[parts.workspace.folder(place.path)] = TOO_LARGE;
      ofFolder(checkers, place.path, files, chosen);
    }
  }
  return { projects: chosen.all(), refused };
}

function placeOf({ workspace }: Parts, path: string): Place {
  const named = resolve(workspace.root, path);
  if (realPath(named) === workspace.root) return { kind: 'folder', path: workspace.root };
  const admission = workspace.admit(path);
  if (admission.kind === 'refused')
    return { kind: 'refused', name: admission.relative, reason: admission.reason };
  const { kind } = lookAt(admission.path);
  return kind === 'nothing'
    ? { kind: 'refused', name: admission.relative, reason: 'no such file or folder' }
    : { kind, path: admission.path };
}

function ofFile(checkers: readonly CheckerDefinition[], path: AdmittedPath, chosen: Chosen): void {
  const names = namesOf(path);
  for (const checker of checkers) {
    if (checker.extensions.length > 0 && !names.some((name) => checker.extensions.includes(name))) continue;
    chosen.add(checker, dirname(path), path);
  }
}

function ofFolder(
  checkers: readonly CheckerDefinition[],
  folder: string,
  files: FilesBelow,
  chosen: Chosen,
): void {
  for (const checker of checkers) {
    const { extensions, markers } = checker;
    const homes = new Set(files.named(markers).map((marker) => dirname(marker)));
    let isFound = false;
    for (const home of homes) isFound = chosen.add(checker, home, folder) || isFound;
    // Its marker may be a symlink, which the file lists leave out; and there may be nothing here
    // for it to check.
    const isJudged = !files.isAll || extensions.length === 0 || files.named(extensions).length > 0;
    if (!isFound && isJudged) chosen.add(checker, folder, folder);
  }
}

/** The chosen projects: each once, however many paths lead to it. */
class Chosen {
  readonly #projects = new Map<
    string,
    {
      readonly checker: CheckerDefinition;
      readonly candidate: CheckerCandidate;
      scope: Set<string> | undefined;
    }
  >();
  readonly #looked = new Map<string, CheckerLocation>();

  constructor(private readonly search: Search) {}

  /**
   * @param folder the folder whose project it is
   * @param place what was asked about; of a project that lies in it, all is wanted
   * @returns whether there is a project
   */
  add(checker: CheckerDefinition, folder: string, place: string): boolean {
    const candidate = this.#locate(checker, folder);
    if (candidate.kind === 'not-applicable') return false;
    const key = [checker.id, candidate.kind === 'found' ? candidate.project.key : candidate.root].join('\0');
    const root = rootOf(candidate);
    const isAll = root === place || isBelow(root, place);
    const known = this.#projects.get(key);
    if (known === undefined)
      this.#projects.set(key, { checker, candidate, scope: isAll ? undefined : new Set([place]) });
    else if (isAll) known.scope = undefined;
    else known.scope?.add(place);
    return true;
  }

  #locate(checker: CheckerDefinition, folder: string): CheckerLocation {
    return this.#looked.getOrInsertComputed(`${checker.id}\0${folder}`, () =>
      checker.locate(folder, this.search),
    );
  }

  /** Sorted by checker id, then root. */
  all(): ChosenProject[] {
    return [...this.#projects.values()].sort(
      (a, b) =>
        compareText(a.checker.id, b.checker.id) || compareText(rootOf(a.candidate), rootOf(b.candidate)),
    );
  }
}

export function rootOf(candidate: CheckerCandidate): string {
  return candidate.kind === 'found' ? candidate.project.root : candidate.root;
}

/** Whether a finding in this file belongs to the answer. */
export function isAskedAbout({ scope }: ChosenProject, path: string): boolean {
  return scope === undefined || scope.has(path) || [...scope].some((place) => isBelow(path, place));
}
