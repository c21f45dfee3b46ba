import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { isWithin, type LspServiceClient, type Project } from '@vybestack/llxprt-lsp-core';
import { innermost } from './innermost.js';
import type { NamedPath, Trouble } from './targets.js';

export interface ProjectSearch {
  readonly client: Pick<LspServiceClient, 'projects'>;
  /** Absolute, real. */
  readonly workspaceRoot: string;
  /** Files and folders that the user named; undefined: the workspace. */
  readonly places: readonly NamedPath[] | undefined;
  /** Absolute; only findings in these files count. Undefined: all findings. */
  readonly changed: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

export interface Concerned {
  /** What the checkers are asked about, absolute. */
  readonly paths: readonly string[];
  /** The projects that have to be checked. */
  readonly projects: readonly Project[];
  /** Paths that the user named, so each needs a result, but no checker has a project for them. */
  readonly troubles: readonly Trouble[];
}

const NO_PROJECT = 'no compiler or linter has a project that it belongs to';

/**
 * The projects that have to be checked; undefined if the service is gone or does not answer. With
 * `changed`, only the projects that hold a changed file: the ones beside it need not run.
 */
export async function findConcerned(search: ProjectSearch): Promise<Concerned | undefined> {
  const { workspaceRoot, changed, places } = search;
  const concerned = await (places === undefined ? ofWorkspace(search) : ofPlaces(search, places));
  if (concerned === undefined || changed === undefined) return concerned;
  const { projects } = concerned;
  const files = changed.map((file) => relative(workspaceRoot, file).split(sep).join('/'));
  const checkers = [...new Set(projects.map(({ checker }) => checker))].map((id) =>
    projects.filter(({ checker }) => checker === id),
  );
  const touched = new Set(checkers.flatMap((own) => files.map((file) => innermost(own, file))));
  return { ...concerned, projects: projects.filter((project) => touched.has(project)) };
}

async function ofWorkspace({
  client,
  workspaceRoot,
  changed,
  signal,
}: ProjectSearch): Promise<Concerned | undefined> {
  const projects = changed?.length === 0 ? [] : await client.projects({}, signal);
  return projects && { paths: [workspaceRoot], projects, troubles: [] };
}

async function ofPlaces(
  { client, changed, signal }: ProjectSearch,
  all: readonly NamedPath[],
): Promise<Concerned | undefined> {
  const places = all.filter(({ real }) => changed?.some((file) => isWithin(file, real)) ?? true);
  const isCovered = new Map<string, boolean>();
  for (const place of places) {
    const kind = kindOf(place);
    if (isCovered.has(kind)) continue;
    const projects = await client.projects({ paths: [place.real] }, signal);
    if (projects === undefined) return undefined;
    isCovered.set(kind, projects.length > 0);
  }
  const covered = places.filter((place) => isCovered.get(kindOf(place)));
  const paths = covered.map(({ real }) => real);
  const projects = paths.length === 0 ? [] : await client.projects({ paths }, signal);
  const troubles = places
    .filter((place) => !covered.includes(place))
    .map(({ path }) => ({ path, reason: NO_PROJECT }));
  return projects && { paths, projects, troubles };
}

/** Files with the same extension in the same folder are in the same projects. */
function kindOf({ real, isFolder }: NamedPath): string {
  return isFolder ? real : join(dirname(real), '*', extname(real) || basename(real));
}
