import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import { configFinder } from '../diagnostics/tsconfig.ts';
import { type LoadedProjects, loadedProjects, MOST_PROJECTS } from '../diagnostics/tsserver-projects.ts';
import type { AdmittedPath } from '../paths.ts';
import { isInvented, projectOf, type TsserverRequests, tsserverRequests } from '../diagnostics/tsserver-requests.ts';
import { unannounced } from '../diagnostics/unannounced.ts';
import { isObject, itemsOf } from '../json.ts';
import type { Reply } from '../jsonrpc/connection.ts';
import { DirectSource } from './direct.ts';
import { Holdings } from './holdings.ts';
import { byRange } from './order.ts';
import { type Neighbours, portions } from './portions.ts';
import { readLocation, type UriRange } from './read-locations.ts';
import type { NavigationSource, Question, Surroundings } from './source.ts';
import { targetOf } from './target.ts';
import { type Search, searchFor, searchSymbols } from './tsserver-searches.ts';
import { Solutions } from './tsserver-solutions.ts';
import { asOneProject, STRAYS } from './tsserver-strays.ts';
import { Users } from './users.ts';

/**
 * typescript-language-server with TypeScript 6 and below. What lies in one file and its imports is answered completely at once; for the rest, the
 * projects that may hold some of it have to be loaded first: by itself it loads those of open files only.
 *
 * tsserver has one thread and keeps the order, so what is loaded and asked in one turn cannot be unloaded in between.
 */
export class TsserverNavigation implements NavigationSource {
  readonly #direct: DirectSource;
  readonly #requests: TsserverRequests;
  readonly #projects: LoadedProjects;
  readonly #users: Users;
  readonly #solutions: Solutions;
  readonly #holdings: Holdings;

  constructor(
    private readonly client: LspClient,
    private readonly surroundings: Surroundings,
  ) {
    this.#direct = new DirectSource(client);
    this.#requests = tsserverRequests(client);
    this.#projects = loadedProjects(client);
    this.#users = new Users(surroundings, client.launch.root, this.#direct);
    this.#solutions = new Solutions(client);
    this.#holdings = new Holdings(async (file) => {
      const project = projectOf(await this.#requests.pass('projectInfo', { file, needFileNameList: false }, false));
      return project !== undefined && !isInvented(project);
    });
  }

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Reply> {
    if (document !== undefined && unannounced(this.client).look(document.path)) this.#requests.reload();
    const reply = await this.#ask(question, document, signal);
    if (!isNothing(reply) || !(await this.#requests.areForNobody())) return reply;
    this.client.giveUp('tsserver has ended');
    return { kind: 'closed' };
  }

  async #ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Reply> {
    const params = question.params(document?.uri ?? '');
    if (question.aboutNone === true) return this.#symbols('query' in params ? params.query : '', signal);
    const target = targetOf(question, params, document);
    const search = question.reach === 'workspace' && target !== undefined ? searchFor(this.client, question.method, params, target) : undefined;
    if (search === undefined) return this.#direct.ask(question, document, signal);
    const users = await this.#users.of(target, document, signal);
    if (users.kind !== 'found') return users;
    const found = new Map<string, unknown>();
    for (const portion of this.#portions(users.files)) {
      const failure = await this.#search(search, portion, found, signal);
      if (failure !== undefined) return failure;
    }
    const results = [...found.values()];
    return { kind: 'result', result: isOfUses(params) ? results.filter((item) => !isOneOf(users.declarations, item)) : results };
  }

  async #search(search: Search, portion: readonly Neighbours[], found: Map<string, unknown>, signal: AbortSignal): Promise<Reply | undefined> {
    const projects = portion.flatMap(([config, files]) => (config === undefined ? [] : [config, ...this.#solutions.parts(config, files)]));
    if (!(await this.#prepare(portion, signal))) return { kind: 'cancelled' };
    this.#load(portion);
    const failure = collect(await Promise.all(search(projects, signal)), found);
    if (failure !== undefined) return failure;
    const strays = await this.#strays(portion);
    if (strays.length === 0) return undefined;
    if (signal.aborted) return { kind: 'cancelled' };
    return collect(await Promise.all(asOneProject(this.#requests, strays, 'with imports', () => search([STRAYS], signal))), found);
  }

  /** In the projects that are loaded; what the files of others declare is seen without their projects, and with less work. */
  async #symbols(query: unknown, signal: AbortSignal): Promise<Reply> {
    const configOf = configFinder(this.client.launch.root);
    const opened = new Set(this.client.documents.all().map(({ path }) => configOf(path)));
    const isLoaded = ([config]: Neighbours): boolean => config !== undefined && (this.#projects.has(config) || opened.has(config));
    const groups = [...Map.groupBy(this.surroundings.files(), configOf)];
    const loaded = groups.filter(isLoaded).slice(0, MOST_PROJECTS);
    if (!(await this.#prepare(loaded, signal))) return { kind: 'cancelled' };
    this.#load(loaded);
    const strays = await this.#strays(loaded);
    if (signal.aborted) return { kind: 'cancelled' };
    this.#load(loaded);
    const others = groups.filter((group) => !loaded.includes(group)).flatMap(([, files]) => files);
    return asOneProject(this.#requests, [...strays, ...others], 'alone', () => searchSymbols(this.client, query, signal));
  }

  #portions(files: readonly AdmittedPath[]): (readonly Neighbours[])[] {
    return portions(files, configFinder(this.client.launch.root), (config) => this.#projects.has(config), MOST_PROJECTS);
  }

  /** False where nobody waits any more. */
  async #prepare(portion: readonly Neighbours[], signal: AbortSignal): Promise<boolean> {
    for (const [config, files] of portion) if (config !== undefined) await this.#solutions.load(config, files, signal);
    return !signal.aborted;
  }

  /** Sends at once; what is sent in the same turn finds them loaded. */
  #load(portion: readonly Neighbours[]): void {
    for (const [config] of portion) if (config !== undefined) this.#projects.load(config);
  }

  async #strays(portion: readonly Neighbours[]): Promise<AdmittedPath[]> {
    return (await Promise.all(portion.map(([config, files]) => this.#holdings.strays(config, files)))).flat();
  }
}

function isOfUses(params: object): boolean {
  return 'context' in params && isObject(params.context) && params.context['includeDeclaration'] === false;
}

/** Quirk(tsserver): asked about the uses of an imported name, it takes the import for the declaration, and the declaration for a use. */
function isOneOf(declarations: readonly UriRange[], item: unknown): boolean {
  const location = readLocation(item);
  return location !== undefined && declarations.some(({ uri, range }) => uri === location.uri && byRange(range, location.range) === 0);
}

function isNothing(reply: Reply): boolean {
  if (reply.kind !== 'result') return false;
  return Array.isArray(reply.result) ? reply.result.length === 0 : (reply.result ?? null) === null;
}

/** Each item once. The first reply that is no answer ends it: a part is none. */
function collect(replies: readonly Reply[], found: Map<string, unknown>): Reply | undefined {
  for (const reply of replies) {
    if (reply.kind !== 'result') return reply;
    for (const item of itemsOf(reply.result)) found.set(JSON.stringify(item), item);
  }
  return undefined;
}
