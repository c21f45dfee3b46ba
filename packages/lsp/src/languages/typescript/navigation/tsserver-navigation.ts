import { setImmediate } from 'node:timers/promises';
import type { OpenDocument } from '../../../client/documents/documents.ts';
import type { LspClient } from '../../../client/lsp-client.ts';
import { configFinder, referencesAbove } from '../tsconfig.ts';
import { type MissedFileEvents, missedFileEvents } from '../server/missed-file-events.ts';
import {
  type Load,
  type LoadedProjects,
  loadedProjects,
  MOST_TSSERVER_PROJECTS,
} from '../server/tsserver-projects.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import {
  isInferredProject,
  projectOf,
  type TsserverRequests,
  tsserverRequests,
} from '../server/tsserver-requests.ts';
import { unwatchedDependencies } from '../server/unwatched-dependencies.ts';
import { isObject, itemsOf } from '../../../support/json.ts';
import { DirectSource } from '../../../backend/navigation/direct.ts';
import { eachOnce } from './each-once.ts';
import { ProjectMembership } from './project-membership.ts';
import { ImportedNames } from './imported-names.ts';
import { byRange } from '../../../backend/navigation/order.ts';
import { isSuperseded } from '../../../backend/navigation/superseded.ts';
import { type Neighbours, tsconfigBatches } from './tsconfig-batches.ts';
import { readLocation, type UriRange } from '../../../backend/navigation/read-locations.ts';
import type {
  NavigationResult,
  NavigationSource,
  Question,
  WorkspaceView,
} from '../../../backend/navigation/source.ts';
import { type Target, targetOf } from './target.ts';
import { type ProjectSearch, searchFor, searchSymbols } from './tsserver-searches.ts';
import { Solutions } from './tsserver-solutions.ts';
import { areEqual, ORPHANS, OrphanFiles } from './tsserver-orphans.ts';
import { type FilesToSearch, ReferenceCandidates } from './reference-candidates.ts';

/** Replies requested before the needed projects were known, and what was loaded at that time. */
interface Early {
  readonly replies: readonly Promise<NavigationResult>[];
  readonly loaded: ReadonlyMap<string, Load>;
  readonly orphans: readonly AdmittedPath[];
}

interface Begun {
  readonly candidates: Promise<FilesToSearch>;
  readonly early?: Early;
}

/**
 * typescript-language-server with TypeScript 6 and below. A request about one file and its imports
 * is answered completely at once. For other requests, the projects that may hold an answer have to
 * be loaded first: by itself it loads only the projects of open files.
 *
 * tsserver has one thread and keeps the order. What is loaded and requested in one turn cannot be
 * unloaded in between.
 */
export class TsserverNavigation implements NavigationSource {
  readonly #direct: DirectSource;
  readonly #requests: TsserverRequests;
  readonly #missedFileEvents: MissedFileEvents;
  readonly #projects: LoadedProjects;
  readonly #candidates: ReferenceCandidates;
  readonly #solutions: Solutions;
  readonly #membership: ProjectMembership;
  readonly #orphanFiles: OrphanFiles;
  readonly #imported = new ImportedNames();
  /**
   * The last request found everything loaded that it needed. The next one most likely will, too.
   */
  #isAllLoaded = false;

  constructor(
    private readonly client: LspClient,
    private readonly view: WorkspaceView,
  ) {
    this.#direct = new DirectSource(client);
    this.#requests = tsserverRequests(client);
    this.#missedFileEvents = missedFileEvents(client);
    this.#projects = loadedProjects(client);
    this.#candidates = new ReferenceCandidates(view, client.launch.root, this.#direct);
    this.#solutions = new Solutions(client);
    this.#orphanFiles = new OrphanFiles(client);
    this.#membership = new ProjectMembership(async (file) => {
      const project = projectOf(
        await this.#requests.pass('projectInfo', { file, needFileNameList: false }, false),
      );
      return project !== undefined && !isInferredProject(project);
    });
  }

  async ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    if (!(await this.#missedFileEvents.whenDelivered(signal))) return { kind: 'cancelled' };
    const early = this.#requests.reading(this.#ask(question, document, signal));
    // Sends the request first. The disk is checked while tsserver works.
    await setImmediate();
    const hasMoved = document !== undefined && unwatchedDependencies(this.client).look(document.path);
    if (hasMoved) this.#requests.reload();
    const reply = await (hasMoved ? this.#requests.reading(this.#ask(question, document, signal)) : early);
    if (!isNothing(reply) || !(await this.#orphanFiles.beside(() => this.#requests.areUnawaited())))
      return reply;
    this.client.giveUp('tsserver has ended');
    return { kind: 'closed' };
  }

  async #ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    const params = question.params(document?.uri ?? '');
    if (question.workspaceWide === true) return this.#symbols('query' in params ? params.query : '', signal);
    const target = targetOf(question, params, document);
    const asked =
      question.scope === 'workspace' && target !== undefined
        ? searchFor(this.client, question.method, params, target)
        : undefined;
    if (asked === undefined) return this.#direct.ask(question, document, signal);
    const search: ProjectSearch = (projects, cancel) =>
      isSuperseded(this.client, question, document)
        ? [Promise.resolve({ kind: 'superseded' })]
        : asked(projects, cancel);
    const { early, candidates } = this.#begin(search, question.method, target, document, signal);
    const found = await candidates;
    if (found.kind !== 'found') return found;
    const reply = await eachOnce(this.#replies(search, this.#batches(found.files), early, signal));
    if (reply.kind !== 'result' || !isOfUses(params)) return reply;
    return {
      kind: 'result',
      result: itemsOf(reply.result).filter((item) => !isOneOf(found.declarations, item)),
    };
  }

  async *#replies(
    search: ProjectSearch,
    batches: readonly (readonly Neighbours[])[],
    early: Early | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<NavigationResult> {
    for (const batch of batches)
      yield* await this.#search(search, batch, batches.length === 1 ? early : undefined, signal);
  }

  /**
   * Asks where something is declared, which decides what has to be loaded. Requests its references
   * at the same time, where everything needed is most likely loaded. All other requests name their
   * projects, so they have to wait.
   */
  #begin(
    search: ProjectSearch,
    method: string,
    target: Target | undefined,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Begun {
    const ask = (): Promise<FilesToSearch> => this.#candidates.of(target, document, signal);
    const isDisturbed = target !== undefined && this.#orphanFiles.disturbs(target.path);
    const candidates = isDisturbed ? ask() : this.#orphanFiles.beside(ask);
    if (isDisturbed || !this.#isAllLoaded || method !== 'textDocument/references') return { candidates };
    const loaded = this.#solutions.loaded();
    const { files: orphans } = this.#orphanFiles;
    return {
      candidates,
      early: { loaded, orphans, replies: this.#orphanFiles.beside(() => search([], signal)) },
    };
  }

  async #search(
    search: ProjectSearch,
    batch: readonly Neighbours[],
    early: Early | undefined,
    signal: AbortSignal,
  ): Promise<readonly NavigationResult[]> {
    const before = this.#solutions.loaded();
    const projects = batch.flatMap(([config, files]) =>
      config === undefined ? [] : [config, ...referencesAbove(config, files)],
    );
    if (!(await this.#prepare(batch, signal))) return [{ kind: 'cancelled' }];
    this.#load(batch);
    const orphans = await this.#orphans(batch, signal);
    if (signal.aborted) return [{ kind: 'cancelled' }];
    const loads = this.#load(batch);
    const isLoadedIn = (loaded: ReadonlyMap<string, Load>): boolean =>
      [...loads].every(([config, load]) => loaded.get(config) === load);
    this.#isAllLoaded = isLoadedIn(before);
    const isAnswered = early !== undefined && isLoadedIn(early.loaded) && areEqual(early.orphans, orphans);
    const named = orphans.length === 0 ? projects : [...projects, ORPHANS];
    return Promise.all(
      isAnswered
        ? early.replies
        : this.#orphanFiles.with(orphans, 'with imports', () => search(named, signal)),
    );
  }

  /**
   * Searches the loaded projects. Declarations of all other files are found without their projects,
   * with less work.
   */
  async #symbols(query: unknown, signal: AbortSignal): Promise<NavigationResult> {
    const configOf = configFinder(this.client.launch.root);
    const opened = new Set(this.client.documents.all().map(({ path }) => configOf(path)));
    const isLoaded = ([config]: Neighbours): boolean =>
      config !== undefined && (this.#projects.has(config) || opened.has(config));
    const groups = [...Map.groupBy(this.view.files(), configOf)];
    const loaded = groups.filter(isLoaded).slice(0, MOST_TSSERVER_PROJECTS);
    if (!(await this.#prepare(loaded, signal))) return { kind: 'cancelled' };
    this.#load(loaded);
    const orphans = await this.#orphans(loaded, signal);
    if (signal.aborted) return { kind: 'cancelled' };
    this.#load(loaded);
    const others = groups.filter((group) => !loaded.includes(group)).flatMap(([, files]) => files);
    return this.#orphanFiles.with([...orphans, ...others], 'alone', () =>
      searchSymbols(this.client, query, this.#imported, signal),
    );
  }

  #batches(files: readonly AdmittedPath[]): (readonly Neighbours[])[] {
    return tsconfigBatches(
      files,
      configFinder(this.client.launch.root),
      (config) => this.#projects.has(config),
      MOST_TSSERVER_PROJECTS,
    );
  }

  /** False once the caller has cancelled. */
  async #prepare(batch: readonly Neighbours[], signal: AbortSignal): Promise<boolean> {
    for (const [config, files] of batch)
      if (config !== undefined) await this.#solutions.load(config, files, signal);
    return !signal.aborted;
  }

  /** Sends at once. Requests sent in the same turn find the projects loaded. */
  #load(batch: readonly Neighbours[]): Map<string, Load> {
    return new Map(
      batch.flatMap(([config]) =>
        config === undefined ? [] : [[config, this.#projects.load(config)] as const],
      ),
    );
  }

  async #orphans(batch: readonly Neighbours[], signal: AbortSignal): Promise<AdmittedPath[]> {
    return (
      await Promise.all(batch.map(([config, files]) => this.#membership.orphans(config, files, signal)))
    ).flat();
  }
}

function isOfUses(params: object): boolean {
  return 'context' in params && isObject(params.context) && params.context['includeDeclaration'] === false;
}

/**
 * Quirk(tsserver): asked about the uses of an imported name, it reports the import as the
 * declaration, and the declaration as a use.
 */
function isOneOf(declarations: readonly UriRange[], item: unknown): boolean {
  const location = readLocation(item);
  return (
    location !== undefined &&
    declarations.some(({ uri, range }) => uri === location.uri && byRange(range, location.range) === 0)
  );
}

function isNothing(reply: NavigationResult): boolean {
  if (reply.kind !== 'result') return false;
  return Array.isArray(reply.result) ? reply.result.length === 0 : (reply.result ?? null) === null;
}
