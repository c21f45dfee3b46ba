import { dirname } from 'node:path';
import { type AdmittedPath, diskStamp, isBelow } from '../../../support/paths.ts';
import type { ServerDefinition, ServerLocation } from '../../../backend/definition.ts';
import type { Manifests } from '../../../backend/checker/definition.ts';
import { isManifest, type Registry } from '../../../backend/find-server.ts';
import { realPath } from '../../../backend/program/files.ts';
import { compareText } from '../../../support/compare.ts';
import { TimeSlices } from '../../../support/time-slices.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type ServerResolution, resolveServers } from '../../base/resolve-servers.ts';
import type { Deadline } from '../../base/deadline.ts';
import { answersRequests, reportsUnasked, speaksForOthers } from '../abilities.ts';
import type { Judge, Session } from '../session.ts';
import { documentOnDisk } from '../../disk/text-source.ts';
import { type ChangeLog, MANY } from '../../changes/change-log.ts';
import type { DiskIndex } from '../../disk/disk-index.ts';
import type { ClientPool } from './client-pool.ts';
import type { LocatedServers } from './located-servers.ts';
import type { ImportGraphs } from '../../disk/import-graphs.ts';
import type { StaleProjects } from './stale-projects.ts';

/** Projects by their folders, from the manifests on disk. */
interface Projects {
  /** The manifests and their states. */
  readonly signature: string;
  readonly folders: ReadonlySet<string>;
  /** By the folder of a project: the folders of projects that take sources from it. */
  readonly usersOf: ReadonlyMap<string, readonly string[]>;
}

interface DependentsParts extends ServerResolution {
  readonly changes: ChangeLog;
  readonly disk: DiskIndex;
  readonly graphs: ImportGraphs;
  readonly pool: ClientPool;
  readonly staleProjects: StaleProjects;
  readonly located: LocatedServers;
}

/**
 * Projects that take sources from a changed project. Some servers report only on projects of which
 * they were shown a file. They are shown these projects, so that what a change breaks there is
 * found, too.
 */
export class Dependents {
  /** The position up to which the projects were shown. */
  #shown = 0;
  /** Files that were asked about since, changed or not. */
  readonly #asked = new Set<AdmittedPath>();
  readonly #projects = new Map<ServerDefinition, Projects>();
  /** With the state of the file in which it has this build. */
  readonly #builds = new Map<AdmittedPath, { readonly stamp: string; readonly build: string | undefined }>();

  constructor(private readonly parts: DependentsParts) {}

  /** The next search looks for what these files have broken in other projects, changed or not. */
  asked(paths: Iterable<AdmittedPath>): void {
    for (const path of paths) this.#asked.add(path);
  }

  /**
   * Shows the projects, nearest first, until the deadline. Resolves to false if some are left.
   *
   * @param most how many projects of one server are shown
   */
  async show(most: number, deadline: Deadline, cancel: AbortSignal): Promise<boolean> {
    const { registry, disk, changes } = this.parts;
    const until = changes.position;
    const since = changes.since(this.#shown);
    const isKnown = since !== undefined && since.length <= MANY;
    const changed = isKnown ? since.map(({ path }) => path) : this.#manifests();
    const asked = [...this.#asked];
    const touched = [...new Set([...changed, ...asked])];
    const concerned = registry.all().flatMap((definition) => {
      const { manifests } = definition;
      const own =
        manifests === undefined ? [] : touched.filter((path) => isAbout(registry, definition, path));
      return manifests === undefined || own.length === 0 ? [] : [{ definition, manifests, own }];
    });
    if (concerned.length > 0) {
      const signal = AbortSignal.any([deadline.signal, cancel]);
      if ((await waitFor(disk.walked, signal)).kind === 'gave-up') return false;
      for (const { definition, manifests, own } of concerned) {
        const projects = this.#projectsOf(definition, manifests);
        const folders = [...usersOf(projects, own), ...lessened(projects, own)];
        for (const folder of folders.slice(0, most)) {
          // A server that is still starting may take longer than the deadline.
          if ((await waitFor(this.#showProject(definition, projects, folder), signal)).kind === 'gave-up')
            return false;
        }
        if (folders.length > most) return false;
      }
    }
    const signal = AbortSignal.any([deadline.signal, cancel]);
    const areShown =
      (await this.#showEmbedders(touched, signal)) &&
      (await this.#showImporters(touched, most, signal)) &&
      (await this.#showBuilds(touched, most, signal));
    if (areShown) {
      this.#shown = until;
      for (const path of asked) this.#asked.delete(path);
    }
    // Those of changed files are not known.
    return areShown && isKnown;
  }

  /**
   * The files of each project of a session, the one with the shortest name first; those that are loaded
   * together are one. What it is asked about no file may be in any of them, and some servers know a project
   * once they were shown a file of it. From the last disk sweep.
   */
  projectsIn({ definition, launch }: Judge): AdmittedPath[][] {
    const { manifests, extensions } = definition;
    if (manifests === undefined) return [];
    const projects = this.#projectsOf(definition, manifests);
    const together = togetherIn(projects, manifests);
    const all = new Map<string, AdmittedPath[]>();
    for (const path of this.parts.disk.files(extensions).keys()) {
      const project = projectOf(projects, path);
      if (project !== undefined) all.getOrInsert(together.get(project) ?? project, []).push(path);
    }
    return [...all.values()]
      .map((files) => files.sort((a, b) => a.length - b.length || compareText(a, b)))
      .filter(([first = '']) => isBelow(first, launch.root) && launch.serves(first))
      .sort(([a = ''], [b = '']) => compareText(a, b));
  }

  /** Has a session know the projects of these files. Resolves to false where there was no time for it. */
  async showAll(session: Session, samples: readonly AdmittedPath[], signal: AbortSignal): Promise<boolean> {
    const all = Promise.all(samples.map((path) => warm(session, path)));
    return (await waitFor(all, signal)).kind !== 'gave-up';
  }

  /**
   * The files of a session that are in other projects which take sources from the one of this file, directly
   * or not, and that the server does not know together with it. From the last disk sweep.
   *
   * @param tree of this nested work tree, not of the workspace itself
   */
  filesOfUsers({ definition, launch }: Judge, path: AdmittedPath, tree: string | undefined): AdmittedPath[] {
    const { manifests, extensions } = definition;
    const projects = manifests && this.#projectsOf(definition, manifests);
    const own = projects && projectOf(projects, path);
    if (manifests === undefined || projects === undefined || own === undefined) return [];
    const together = togetherIn(projects, manifests);
    const isApart = (folder: string): boolean => {
      const around = together.get(folder);
      return around === undefined || around !== together.get(own);
    };
    const users = new Set(usersOf(projects, [path]).filter(isApart));
    if (users.size === 0) return [];
    return [...this.parts.disk.files(extensions, tree).keys()].filter(
      (file) =>
        users.has(projectOf(projects, file) ?? '') && isBelow(file, launch.root) && launch.serves(file),
    );
  }

  /** Where anything may have changed: of every project. */
  #manifests(): AdmittedPath[] {
    const { registry, disk } = this.parts;
    return registry.all().flatMap(({ manifests }) => [...disk.allFiles(manifests?.names ?? []).keys()]);
  }

  /** Creates the project's session if there is none. From then on the session has the project. */
  async #showProject(definition: ServerDefinition, projects: Projects, folder: string): Promise<void> {
    const { disk, pool, staleProjects } = this.parts;
    const path = anyFileOf(disk, definition, projects, folder);
    const server =
      path === undefined
        ? undefined
        : resolveServers(this.parts, path).found.find((found) => found.definition === definition);
    if (path === undefined || server === undefined) return;
    const isNew = pool.find(definition, server.launch) === undefined;
    const session = pool.session(definition, server.launch);
    if (isNew) staleProjects.markStale([session]);
    if (answersRequests(definition)) await warm(session, path);
  }

  /** Starts the servers of files that embed the language of changed ones and import them. */
  async #showEmbedders(touched: readonly AdmittedPath[], signal: AbortSignal): Promise<boolean> {
    const { registry, pool, graphs, disk } = this.parts;
    const byEmbedder = new Map<ServerDefinition, AdmittedPath[]>();
    for (const path of touched) {
      for (const definition of registry.forFile(path).flatMap(({ id }) => registry.embeddersOf(id)))
        byEmbedder.getOrInsert(definition, []).push(path);
    }
    for (const [definition, own] of byEmbedder) {
      if (reportsUnasked(definition) || disk.allFiles(definition.extensions).size === 0) continue;
      const graph = await waitFor(graphs.of(definition), signal);
      if (graph.kind === 'gave-up') return false;
      for (const path of graph.value?.dependents(own).keys() ?? []) {
        if (!registry.forFile(path).includes(definition)) continue;
        const launch = resolveServers(this.parts, path).found.find(
          (found) => found.definition === definition,
        )?.launch;
        if (launch === undefined || pool.find(definition, launch) !== undefined) continue;
        const session = pool.session(definition, launch, this.#shown);
        if ((await waitFor(warm(session, path), signal)).kind === 'gave-up') return false;
      }
    }
    return true;
  }

  /**
   * Starts the servers of other roots whose files import changed ones, and shows each a file that does.
   * Resolves to false where some are left: each takes a process.
   */
  async #showImporters(
    touched: readonly AdmittedPath[],
    most: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { pool, graphs, located } = this.parts;
    const looked = new Map<string, ServerLocation>();
    let started = 0;
    for (const [definition, own] of this.#withImports(touched)) {
      // A change that no server of the language was asked about starts none.
      if (!pool.all().some((session) => session.definition === definition)) continue;
      const graph = await waitFor(graphs.of(definition), signal);
      if (graph.kind === 'gave-up') return false;
      const importers = [...(graph.value?.dependents(own).keys() ?? [])];
      const timeSlices = new TimeSlices();
      for (const path of firstOfFolders(importers)) {
        if (timeSlices.due) await timeSlices.pause();
        const nearest = definition.builds === undefined ? located.of(definition, dirname(path)) : undefined;
        if (nearest !== undefined && pool.find(definition, nearest.launch) !== undefined) continue;
        const launch = resolveServers(this.parts, path, looked).found.find(
          (found) => found.definition === definition,
        )?.launch;
        if (launch === undefined || pool.find(definition, launch) !== undefined) continue;
        if (started >= Math.min(most, MOST_STARTED)) return false;
        started += 1;
        const session = pool.session(definition, launch, this.#shown);
        if ((await waitFor(warm(session, path), signal)).kind === 'gave-up') return false;
      }
    }
    return true;
  }

  /** Starts the servers of other builds whose files may use changed ones, and shows each a file that does. */
  async #showBuilds(touched: readonly AdmittedPath[], most: number, signal: AbortSignal): Promise<boolean> {
    const { registry, pool } = this.parts;
    const timeSlices = new TimeSlices();
    const looked = new Map<string, ServerLocation>();
    let started = 0;
    for (const definition of registry.all()) {
      const { builds } = definition;
      const own = touched.filter((path) => registry.forFile(path).includes(definition));
      const isRunning = pool.all().some((session) => session.definition === definition);
      if (builds === undefined || own.length === 0 || !isRunning) continue;
      for (const [path, build] of this.filesOfBuilds(definition)) {
        if (timeSlices.due) await timeSlices.pause();
        if (signal.aborted) return false;
        if (build === undefined) continue;
        const launch = resolveServers(this.parts, path, looked).found.find(
          (found) => found.definition === definition,
        )?.launch;
        if (launch === undefined || pool.find(definition, launch) !== undefined) continue;
        if (!own.some((other) => builds.has(build, other) && builds.mayUse(path, other))) continue;
        if (started >= Math.min(most, MOST_STARTED)) return false;
        started += 1;
        const session = pool.session(definition, launch, this.#shown);
        if ((await waitFor(warm(session, path), signal)).kind === 'gave-up') return false;
      }
    }
    return true;
  }

  /** Each file of the server, with its build where that is not the usual one, from the last disk sweep. */
  *filesOfBuilds({
    builds,
    extensions,
  }: ServerDefinition): Generator<readonly [AdmittedPath, string | undefined]> {
    if (builds === undefined) return;
    for (const [path, { mtimeNs, ctimeNs, size, inode }] of this.parts.disk.allFiles(extensions)) {
      const stamp = [mtimeNs, ctimeNs, size, inode].join('\0');
      const known = this.#builds.get(path);
      const build = known?.stamp === stamp ? known.build : builds.of(path);
      if (known?.stamp !== stamp) this.#builds.set(path, { stamp, build });
      yield [path, build];
    }
  }

  /** The servers that are asked about what a change reaches by imports, with the changed files of each. */
  #withImports(touched: readonly AdmittedPath[]): Map<ServerDefinition, AdmittedPath[]> {
    const { registry } = this.parts;
    const byServer = new Map<ServerDefinition, AdmittedPath[]>();
    for (const path of touched)
      for (const definition of registry.forFile(path))
        if (!reportsUnasked(definition) && answersRequests(definition) && speaksForOthers(definition))
          byServer.getOrInsert(definition, []).push(path);
    return byServer;
  }

  /**
   * One file of each project that takes sources from the project of this file, directly or not.
   * Nearest first, from the last disk sweep.
   */
  filesOf(definition: ServerDefinition, manifests: Manifests, path: AdmittedPath): AdmittedPath[] {
    const projects = this.#projectsOf(definition, manifests);
    return usersOf(projects, [path]).flatMap(
      (folder) => anyFileOf(this.parts.disk, definition, projects, folder) ?? [],
    );
  }

  #projectsOf(definition: ServerDefinition, manifests: Manifests): Projects {
    const files = this.parts.disk.allFiles(manifests.names);
    const signature = [...files]
      .map(([path, { mtimeNs, ctimeNs, size, inode }]) => [path, mtimeNs, ctimeNs, size, inode].join('\0'))
      .join('\n');
    const known = this.#projects.get(definition);
    if (known?.signature === signature) return known;
    const folders = new Set([...files.keys()].map((path) => dirname(path)));
    const usersOf = new Map<string, string[]>();
    for (const folder of folders) {
      for (const used of manifests.uses(folder).map(realPath)) usersOf.getOrInsert(used, []).push(folder);
    }
    const projects = { signature, folders, usersOf };
    this.#projects.set(definition, projects);
    return projects;
  }
}

function isAbout(registry: Registry, definition: ServerDefinition, path: AdmittedPath): boolean {
  return (
    registry.forFile(path).includes(definition) ||
    (!registry.isDisabled(definition.id) && isManifest(definition, path))
  );
}

/** Servers that are started at once, for one change. */
const MOST_STARTED = 4;

/** Files of one folder have one root. */
function firstOfFolders(paths: readonly AdmittedPath[]): AdmittedPath[] {
  return [...new Map(paths.map((path) => [dirname(path), path])).values()];
}

/**
 * Projects that use the projects of these files, directly or not, nearest first. Excludes the
 * projects of these files.
 */
function usersOf(projects: Projects, files: readonly AdmittedPath[]): string[] {
  const changed = new Set(files.flatMap((path) => projectOf(projects, path) ?? []));
  const reached = new Set(changed);
  for (const folder of reached) for (const user of projects.usersOf.get(folder) ?? []) reached.add(user);
  return [...reached.difference(changed)];
}

/** Projects that have lost files: their server may have been shown no other one. */
function lessened(projects: Projects, files: readonly AdmittedPath[]): Set<string> {
  const gone = files.filter((path) => diskStamp(path) === undefined);
  return new Set(gone.flatMap((path) => projectOf(projects, path) ?? []));
}

/** Of each project that is known together with others, the folder that says so. */
function togetherIn({ folders }: Projects, manifests: Manifests): ReadonlyMap<string, string> {
  const together = new Map<string, string>();
  for (const folder of folders)
    for (const one of manifests.loads?.(folder) ?? []) together.set(realPath(one), folder);
  return together;
}

function projectOf({ folders }: Projects, path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (folders.has(folder)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

async function warm(session: Session, path: AdmittedPath): Promise<void> {
  const document = await documentOnDisk(session.definition, path);
  if (document !== undefined) await session.warm(document);
}

/**
 * The file with the shortest name is the least likely to be a special case: a test, another
 * platform.
 */
function anyFileOf(
  disk: Pick<DiskIndex, 'allFiles'>,
  definition: ServerDefinition,
  projects: Projects,
  folder: string,
): AdmittedPath | undefined {
  return [...disk.allFiles(definition.extensions).keys()]
    .filter((path) => isBelow(path, folder) && projectOf(projects, path) === folder)
    .sort((a, b) => a.length - b.length)[0];
}
