import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { OpenDocument } from '../../../client/documents/documents.ts';
import type { LspClient } from '../../../client/lsp-client.ts';
import { OpQueue } from '../../../client/documents/op-queue.ts';
import { configFinder, configsBeside, referencesAbove } from '../tsconfig.ts';
import { MOST_API_PROJECTS, type Typescript7Api, typescript7Api } from '../server/typescript7-api.ts';
import { fileProjects } from '../server/typescript7-file-project.ts';
import { type AdmittedPath, toUri } from '../../../support/paths.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { DirectSource } from '../../../backend/navigation/direct.ts';
import { eachOnce } from './each-once.ts';
import { FileSymbols } from './file-symbols.ts';
import { ProjectMembership } from './project-membership.ts';
import { type Neighbours, tsconfigBatches } from './tsconfig-batches.ts';
import type { UriRange } from '../../../backend/navigation/read-locations.ts';
import type {
  NavigationResult,
  NavigationSource,
  Question,
  WorkspaceView,
} from '../../../backend/navigation/source.ts';
import { targetOf } from './target.ts';
import { SymbolSearch } from './typescript7-symbols.ts';
import { type FilesToSearch, ReferenceCandidates } from './reference-candidates.ts';

/** What was loaded and open at one moment. */
interface Moment {
  readonly loads: number;
  readonly versions: ReadonlyMap<AdmittedPath, number>;
}

/**
 * The native server of TypeScript 7 and later searches all projects that it has loaded, for every
 * request. By itself it loads the projects of open files, and the projects that reference those.
 */
export class Typescript7Navigation implements NavigationSource {
  readonly #direct: DirectSource;
  readonly #api: Typescript7Api;
  readonly #candidates: ReferenceCandidates;
  readonly #membership: ProjectMembership;
  readonly #fileSymbols: FileSymbols;
  readonly #symbols: SymbolSearch;
  /** For requests that may unload projects which others need. */
  readonly #queue = new OpQueue();
  /** Requests in progress that unload no project. */
  readonly #underWay = new Set<Promise<unknown>>();
  /**
   * The last request found everything loaded that it needed. The next one most likely will, too.
   */
  #isAllLoaded = false;
  /**
   * The last symbol request found all projects loaded. The next one most likely will, too. So it is
   * sent before this is checked.
   */
  #isLoaded = false;

  constructor(
    private readonly client: LspClient,
    private readonly view: WorkspaceView,
  ) {
    this.#direct = new DirectSource(client);
    this.#api = typescript7Api(client);
    this.#candidates = new ReferenceCandidates(view, client.launch.root, this.#direct);
    this.#membership = new ProjectMembership(async (path, config, signal) => {
      const { loads } = this.#api;
      const project = await fileProjects(client).of(toUri(path), signal);
      if (signal.aborted) return undefined;
      if (project.kind !== 'none') return true;
      return this.#api.holds(config === undefined ? [] : projectsOf(config, [path]), loads)
        ? false
        : undefined;
    });
    this.#fileSymbols = new FileSymbols(client.documents);
    this.#symbols = new SymbolSearch(this.#direct, this.#fileSymbols);
  }

  async ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    if (question.scope === 'file') return this.#direct.ask(question, document, signal);
    if (question.workspaceWide === true) return eachOnce(this.#symbolReplies(question, signal));
    const before = this.#now();
    const early = this.#isAllLoaded ? this.#direct.ask(question, document, signal) : undefined;
    const candidates = await this.#candidates.of(
      targetOf(question, question.params(document?.uri ?? ''), document),
      document,
      signal,
    );
    return candidates.kind === 'found'
      ? eachOnce(this.#replies({ question, document, candidates, before, early }, signal))
      : candidates;
  }

  async *#replies(
    { question, document, candidates, before, early }: ReferenceSearch,
    signal: AbortSignal,
  ): AsyncGenerator<NavigationResult> {
    const all = this.#batches(candidates.files);
    const configs = configsOf(all.flat());
    this.#isAllLoaded = all.length === 1 && (await this.#wasThere(configs, all.flat(), before, signal));
    const answer = this.#isAllLoaded ? await early : undefined;
    // Other projects may have been loaded in their place during the request.
    const isAnswered =
      answer !== undefined && (answer.kind !== 'result' || this.#api.holds(configs, before.loads));
    if (isAnswered) yield answer;
    const renamed =
      question.method === 'textDocument/references'
        ? candidates.renamed.map((declaration) => moved(question, declaration))
        : [];
    for (const batch of all) {
      for (const one of isAnswered ? renamed : [question, ...renamed]) {
        const ask = (): Promise<NavigationResult> => this.#direct.ask(one, document, signal);
        yield* this.#inProjects(batch, ask, signal);
        for await (const _ of this.#shown(await this.#orphans(batch, signal), signal)) yield await ask();
      }
    }
  }

  async *#symbolReplies(question: Question, signal: AbortSignal): AsyncGenerator<NavigationResult> {
    const { loads } = this.#api;
    const sent = this.#isLoaded ? this.#direct.ask(question, undefined, signal) : undefined;
    const all = this.#batches(this.view.files());
    this.#isLoaded = all.length === 1 && this.#api.holds(configsOf(all.flat()));
    let early = this.#isLoaded ? sent : undefined;
    for (const batch of all) {
      const files = batch.flatMap(([, neighbours]) => neighbours);
      const configs = configsOf(batch);
      const ask = (): Promise<NavigationResult> => {
        // These projects may have been unloaded since and loaded again. Then the early request ran
        // without them.
        const reply =
          (this.#api.holds(configs, loads) ? early : undefined) ??
          this.#direct.ask(question, undefined, signal);
        early = undefined;
        return this.#symbols.inProjects(question, reply, files, signal);
      };
      const inProjects = Array.fromAsync(this.#inProjects(batch, ask, signal));
      // Runs while the server works. Not where the server first has to load projects to tell which
      // files are orphans.
      const outlines = this.#api.holds(configs)
        ? setImmediate().then(() => this.#inOutlines(question, batch, signal))
        : undefined;
      yield* await inProjects;
      const { reply, unknown } = await (outlines ?? this.#inOutlines(question, batch, signal));
      yield reply;
      const opened = new Set(unknown.filter((path) => this.client.documents.get(path) === undefined));
      for await (const shown of this.#shown(unknown, signal)) {
        const reply = await this.#symbols.inFiles(question, shown, signal);
        // Otherwise later requests would search these files and all that they import.
        await this.view.release(shown.filter((path) => opened.has(path)));
        yield reply;
      }
    }
  }

  /** The result from known outlines of orphan files, and the orphan files without an outline. */
  async #inOutlines(
    question: Question,
    batch: readonly Neighbours[],
    signal: AbortSignal,
  ): Promise<{ readonly reply: NavigationResult; readonly unknown: readonly AdmittedPath[] }> {
    const { known, unknown } = this.#fileSymbols.split(await this.#orphans(batch, signal));
    return { reply: this.#symbols.inOutlines(question, known), unknown };
  }

  /** The replies while the projects of these files are loaded. */
  async *#inProjects(
    batch: readonly Neighbours[],
    ask: () => Promise<NavigationResult>,
    signal: AbortSignal,
  ): AsyncGenerator<NavigationResult> {
    for (const { loaded, held } of loadSlices(batch)) {
      const attempt = async (): Promise<NavigationResult | undefined> => {
        if (signal.aborted) return { kind: 'cancelled' };
        const isLoaded = await this.#load(loaded, batch);
        const { loads } = this.#api;
        const reply = await ask();
        // Now, while the server can tell: later other projects may be loaded.
        await this.#orphans(held, signal);
        // Another request may have had other projects loaded in their place.
        return isLoaded && reply.kind === 'result' && !this.#api.holds(loaded, loads) ? undefined : reply;
      };
      let reply: NavigationResult | undefined;
      while (reply === undefined) {
        const waited = await waitFor(
          this.#api.hasRoom(loaded) ? this.#beside(attempt) : this.#inTurn(attempt),
          signal,
        );
        reply = waited.kind === 'done' ? waited.value : { kind: 'cancelled' };
      }
      yield reply;
    }
  }

  #beside<T>(attempt: () => Promise<T>): Promise<T> {
    const attempted = attempt();
    this.#underWay.add(attempted);
    return attempted.finally(() => this.#underWay.delete(attempted));
  }

  /** Otherwise two requests would unload each other's projects, again and again. */
  #inTurn<T>(attempt: () => Promise<T>): Promise<T> {
    return this.#queue.write(async () => {
      await Promise.allSettled(this.#underWay);
      return attempt();
    });
  }

  /** Opens as many of these files at once as there is room for. */
  async *#shown(
    files: readonly AdmittedPath[],
    signal: AbortSignal,
  ): AsyncGenerator<readonly AdmittedPath[]> {
    const room = Math.max(1, this.view.room - 1);
    for (let at = 0; at < files.length && !signal.aborted; at += room) {
      const batch = files.slice(at, at + room);
      await this.view.show(batch);
      yield batch;
    }
  }

  #batches(files: readonly AdmittedPath[]): (readonly Neighbours[])[] {
    return tsconfigBatches(
      files,
      configFinder(this.client.launch.root),
      (config) => this.#api.holds([config]),
      MOST_API_PROJECTS,
    );
  }

  async #orphans(batch: readonly Neighbours[], signal: AbortSignal): Promise<AdmittedPath[]> {
    return (
      await Promise.all(
        batch.map(([config, neighbours]) => this.#membership.orphans(config, neighbours, signal)),
      )
    ).flat();
  }

  #now(): Moment {
    return {
      loads: this.#api.loads,
      versions: new Map(this.client.documents.all().map(({ path, version }) => [path, version])),
    };
  }

  /** Whether everything that may hold an answer was loaded then, and still is. */
  async #wasThere(
    configs: readonly string[],
    batch: readonly Neighbours[],
    { loads, versions }: Moment,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (configs.length > MOST_API_PROJECTS || loads !== this.#api.loads || !this.#api.holds(configs))
      return false;
    const orphans = await this.#orphans(batch, signal);
    return orphans.every(
      (path) => versions.has(path) && versions.get(path) === this.client.documents.get(path)?.version,
    );
  }

  /**
   * Where the API is not available, the server is shown one file of each project. Then it is not
   * known whether they stay loaded.
   */
  async #load(configs: readonly string[], batch: readonly Neighbours[]): Promise<boolean> {
    if (await this.#api.load(configs)) return true;
    await this.view.show(
      batch.flatMap(([, files]) => files.slice(0, 1)).slice(0, Math.max(1, this.view.room - 1)),
    );
    return false;
  }
}

/** A request in progress. */
interface ReferenceSearch {
  readonly question: Question;
  readonly document: OpenDocument | undefined;
  readonly candidates: Extract<FilesToSearch, { kind: 'found' }>;
  /** The state at the early request, which is sent before the needed projects are known. */
  readonly before: Moment;
  readonly early: Promise<NavigationResult> | undefined;
}

/** Project files to load together, and the groups whose projects are all among them. */
interface Slice {
  readonly loaded: readonly string[];
  readonly held: readonly Neighbours[];
}

/**
 * Leaves room for another project, for example of an edited file, to be loaded without unloading
 * one.
 */
const AT_ONCE = MOST_API_PROJECTS - 8;

/** At least one, so that one request is sent. */
function loadSlices(batch: readonly Neighbours[]): Slice[] {
  const all: Slice[] = [];
  for (const group of batch) {
    const configs = configsOf([group]);
    const last = all.at(-1);
    const together = [...new Set([...(last?.loaded ?? []), ...configs])];
    if (last !== undefined && together.length <= AT_ONCE)
      all[all.length - 1] = { loaded: together, held: [...last.held, group] };
    else if (configs.length <= AT_ONCE) all.push({ loaded: configs, held: [group] });
    else
      for (let at = 0; at < configs.length; at += AT_ONCE)
        all.push({ loaded: configs.slice(at, at + AT_ONCE), held: [] });
  }
  return all.length > 0 ? all : [{ loaded: [], held: [] }];
}

function configsOf(batch: readonly Neighbours[]): string[] {
  return [
    ...new Set(batch.flatMap(([config, files]) => (config === undefined ? [] : projectsOf(config, files)))),
  ];
}

/**
 * Quirk(TypeScript 7): asked about the name under which something was exported, it does not find
 * uses by its own name.
 */
function moved(question: Question, { uri, range }: UriRange): Question {
  return {
    ...question,
    params: (of) => ({ ...question.params(of), textDocument: { uri }, position: range.start }),
  };
}

/**
 * The project files that may hold these files: the nearest one, those beside it, and those it
 * references in its own folder and below.
 */
function projectsOf(config: string, files: readonly AdmittedPath[]): string[] {
  return [config, ...referencesAbove(config, files), ...configsBeside(config)].filter((path) =>
    existsSync(path),
  );
}
