import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type { LspServiceClient, Project } from '@vybestack/llxprt-lsp-core';
import { innermost } from './innermost.js';
import { isInside, type Place, type Trouble } from './targets.js';

export interface ProjectSearch {
  readonly client: Pick<LspServiceClient, 'projects'>;
  /** Absolute, real. */
  readonly workspaceRoot: string;
  /** Files and folders that somebody named; undefined: the workspace. */
  readonly places: readonly Place[] | undefined;
  /** Absolute; only what is found in these counts. Undefined: everything. */
  readonly changed: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

export interface Concerned {
  /** What is to be asked about, absolute. */
  readonly paths: readonly string[];
  /** Those that will answer. */
  readonly projects: readonly Project[];
  /** Somebody named these, so a verdict is owed, and nobody can give it. */
  readonly troubles: readonly Trouble[];
}

const NOBODY = 'no compiler or linter has a project that it belongs to';

/** The projects that have to be judged; undefined if the service is gone or does not answer. */
export async function findConcerned(search: ProjectSearch): Promise<Concerned | undefined> {
  return search.places === undefined ? await ofWorkspace(search) : await ofPlaces(search, search.places);
}

/** Of what has changed, the projects that it lies in: those beside it need not run. */
async function ofWorkspace({ client, workspaceRoot, changed, signal }: ProjectSearch): Promise<Concerned | undefined> {
  const all = changed?.length === 0 ? [] : await client.projects({}, signal);
  if (all === undefined || changed === undefined) return all && { paths: [workspaceRoot], projects: all, troubles: [] };
  const files = changed.map((file) => relative(workspaceRoot, file).split(sep).join('/'));
  const projects = all.filter((project) => {
    const { checker } = project;
    const others = all.filter((other) => other.checker === checker);
    return files.some((file) => innermost(others, file) === project);
  });
  return { paths: [...new Set(projects.map(({ root }) => resolve(workspaceRoot, root)))], projects, troubles: [] };
}

async function ofPlaces({ client, changed, signal }: ProjectSearch, all: readonly Place[]): Promise<Concerned | undefined> {
  const places = all.filter(({ real }) => changed?.some((file) => isInside(real, file)) ?? true);
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
  const troubles = places.filter((place) => !covered.includes(place)).map(({ path }) => ({ path, reason: NOBODY }));
  return projects && { paths, projects, troubles };
}

/** Files of one kind in one folder are in the same projects. */
function kindOf({ real, isFolder }: Place): string {
  return isFolder ? real : join(dirname(real), '*', extname(real) || basename(real));
}
