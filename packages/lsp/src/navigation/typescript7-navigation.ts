import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import { OpQueue } from '../client/op-queue.ts';
import { configFinder, configsBeside, referencedConfigs } from '../diagnostics/tsconfig.ts';
import { MOST_PROJECTS, type Typescript7Api, typescript7Api } from '../diagnostics/typescript7-api.ts';
import { holders } from '../diagnostics/typescript7-holder.ts';
import { itemsOf } from '../json.ts';
import { type AdmittedPath, isBelow, toUri } from '../paths.ts';
import { waitFor } from '../wait-for.ts';
import { DirectSource } from './direct.ts';
import { FileSymbols } from './file-symbols.ts';
import { ProjectMembership } from './project-membership.ts';
import { type Neighbours, tsconfigBatches } from './tsconfig-batches.ts';
import type { UriRange } from './read-locations.ts';
import type { NavigationSource, Question, Said, WorkspaceView } from './source.ts';
import { targetOf } from './target.ts';
import { SymbolSearch } from './typescript7-symbols.ts';
import { type UserFiles, ReferenceCandidates } from './reference-candidates.ts';

/** What there was at one moment. */
interface Moment {
  readonly loads: number;
  readonly versions: ReadonlyMap<AdmittedPath, number>;
}

/**
 * The native server of TypeScript 7 and later looks into all projects that it has loaded, whatever it is asked; by itself it loads those of open
 * files, and what references them.
 */
export class Typescript7Navigation implements NavigationSource {
  readonly #direct: DirectSource;
  readonly #api: Typescript7Api;
  readonly #users: ReferenceCandidates;
  readonly #membership: ProjectMembership;
  readonly #fileSymbols: FileSymbols;
  readonly #symbols: SymbolSearch;
  /** Of those that take projects from others. */
  readonly #turns = new OpQueue();
  /** Of those that take none. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** The last question found everything there that it took; so will the next, most likely. */
  #isSettled = false;
  /** The last question about symbols found all projects loaded; so will the next, most likely, and is sent before anybody looks. */
  #isLoaded = false;

  constructor(
    private readonly client: LspClient,
    private readonly view: WorkspaceView,
  ) {
    this.#direct = new DirectSource(client);
    this.#api = typescript7Api(client);
    this.#users = new ReferenceCandidates(view, client.launch.root, this.#direct);
    this.#membership = new ProjectMembership(async (path, config) => {
      const { loads } = this.#api;
      const holder = await holders(client).of(toUri(path));
      if (holder.kind !== 'nobody') return true;
      return this.#api.holds(config === undefined ? [] : projectsOf(config, [path]), loads) ? false : undefined;
    });
    this.#fileSymbols = new FileSymbols(client.documents);
    this.#symbols = new SymbolSearch(this.#direct, this.#fileSymbols);
  }

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Said> {
    if (question.scope === 'file') return this.#direct.ask(question, document, signal);
    if (question.workspaceWide === true) return inOne(this.#symbolReplies(question, signal));
    const before = this.#now();
    const early = this.#isSettled ? this.#direct.ask(question, document, signal) : undefined;
    const users = await this.#users.of(targetOf(question, question.params(document?.uri ?? ''), document), document, signal);
    return users.kind === 'found' ? inOne(this.#replies({ question, document, users, before, early }, signal)) : users;
  }

  async *#replies({ question, document, users, before, early }: Asked, signal: AbortSignal): AsyncGenerator<Said> {
    const all = this.#portions(users.files);
    const configs = configsOf(all.flat());
    this.#isSettled = all.length === 1 && (await this.#wasThere(configs, all.flat(), before));
    const answer = this.#isSettled ? await early : undefined;
    // While it was answered, others may have been loaded instead.
    const isAnswered = answer !== undefined && (answer.kind !== 'result' || this.#api.holds(configs, before.loads));
    if (isAnswered) yield answer;
    const renamed = question.method === 'textDocument/references' ? users.renamed.map((declaration) => moved(question, declaration)) : [];
    for (const portion of all) {
      for (const one of isAnswered ? renamed : [question, ...renamed]) {
        const ask = (): Promise<Said> => this.#direct.ask(one, document, signal);
        yield* this.#inProjects(portion, ask, signal);
        for await (const _ of this.#shown(await this.#orphans(portion), signal)) yield await ask();
      }
    }
  }

  async *#symbolReplies(question: Question, signal: AbortSignal): AsyncGenerator<Said> {
    const { loads } = this.#api;
    const sent = this.#isLoaded ? this.#direct.ask(question, undefined, signal) : undefined;
    const all = this.#portions(this.view.files());
    this.#isLoaded = all.length === 1 && this.#api.holds(configsOf(all.flat()));
    let early = this.#isLoaded ? sent : undefined;
    for (const portion of all) {
      const files = portion.flatMap(([, neighbours]) => neighbours);
      const configs = configsOf(portion);
      const ask = (): Promise<Said> => {
        // Projects of ours may have made room for others since, and be back: it was asked without them.
        const reply = (this.#api.holds(configs, loads) ? early : undefined) ?? this.#direct.ask(question, undefined, signal);
        early = undefined;
        return this.#symbols.inProjects(question, reply, files, signal);
      };
      const inProjects = Array.fromAsync(this.#inProjects(portion, ask, signal));
      // While the server is at it, unless it has to be asked which files are in no project, and loads them first.
      const outlines = this.#api.holds(configs) ? setImmediate().then(() => this.#inOutlines(question, portion)) : undefined;
      yield* await inProjects;
      const { reply, unknown } = await (outlines ?? this.#inOutlines(question, portion));
      yield reply;
      const opened = new Set(unknown.filter((path) => this.client.documents.get(path) === undefined));
      for await (const shown of this.#shown(unknown, signal)) {
        const reply = await this.#symbols.inFiles(question, shown, signal);
        // Or it would look into them and all that they import from now on.
        await this.view.release(shown.filter((path) => opened.has(path)));
        yield reply;
      }
    }
  }

  /** What is known of files that no project holds, and those of which nothing is. */
  async #inOutlines(question: Question, portion: readonly Neighbours[]): Promise<{ readonly reply: Said; readonly unknown: readonly AdmittedPath[] }> {
    const { known, unknown } = this.#fileSymbols.split(await this.#orphans(portion));
    return { reply: this.#symbols.inOutlines(question, known), unknown };
  }

  /** What is answered while the projects of these files are loaded. */
  async *#inProjects(portion: readonly Neighbours[], ask: () => Promise<Said>, signal: AbortSignal): AsyncGenerator<Said> {
    for (const { loaded, held } of timeSlices(portion)) {
      const attempt = async (): Promise<Said | undefined> => {
        if (signal.aborted) return { kind: 'cancelled' };
        const isLoaded = await this.#load(loaded, portion);
        const { loads } = this.#api;
        const reply = await ask();
        // While that can be found out: afterwards others may be loaded.
        await this.#orphans(held);
        // Somebody else may have had others loaded instead meanwhile.
        return isLoaded && reply.kind === 'result' && !this.#api.holds(loaded, loads) ? undefined : reply;
      };
      let reply: Said | undefined;
      while (reply === undefined) {
        const waited = await waitFor(this.#api.hasRoom(loaded) ? this.#beside(attempt) : this.#inTurn(attempt), signal);
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

  /** Or two would take each other's projects away, again and again. */
  #inTurn<T>(attempt: () => Promise<T>): Promise<T> {
    return this.#turns.write(async () => {
      await Promise.allSettled(this.#underWay);
      return attempt();
    });
  }

  /** As many of these files at once as may be open. */
  async *#shown(files: readonly AdmittedPath[], signal: AbortSignal): AsyncGenerator<readonly AdmittedPath[]> {
    const room = Math.max(1, this.view.room - 1);
    for (let at = 0; at < files.length && !signal.aborted; at += room) {
      const batch = files.slice(at, at + room);
      await this.view.show(batch);
      yield batch;
    }
  }

  #portions(files: readonly AdmittedPath[]): (readonly Neighbours[])[] {
    return tsconfigBatches(files, configFinder(this.client.launch.root), (config) => this.#api.holds([config]), MOST_PROJECTS);
  }

  async #orphans(portion: readonly Neighbours[]): Promise<AdmittedPath[]> {
    return (await Promise.all(portion.map(([config, neighbours]) => this.#membership.orphans(config, neighbours)))).flat();
  }

  #now(): Moment {
    return { loads: this.#api.loads, versions: new Map(this.client.documents.all().map(({ path, version }) => [path, version])) };
  }

  /** Whether everything was there that may hold an answer, and has been ever since. */
  async #wasThere(configs: readonly string[], portion: readonly Neighbours[], { loads, versions }: Moment): Promise<boolean> {
    if (configs.length > MOST_PROJECTS || loads !== this.#api.loads || !this.#api.holds(configs)) return false;
    const orphans = await this.#orphans(portion);
    return orphans.every((path) => versions.has(path) && versions.get(path) === this.client.documents.get(path)?.version);
  }

  /** Where the API does not serve, by showing it a file of each; then it cannot be told whether they stay. */
  async #load(configs: readonly string[], portion: readonly Neighbours[]): Promise<boolean> {
    if (await this.#api.load(configs)) return true;
    await this.view.show(portion.flatMap(([, files]) => files.slice(0, 1)).slice(0, Math.max(1, this.view.room - 1)));
    return false;
  }
}

/** A question that is under way. */
interface Asked {
  readonly question: Question;
  readonly document: OpenDocument | undefined;
  readonly users: Extract<UserFiles, { kind: 'found' }>;
  /** What there was when it was asked first, if it was asked before anybody knew what it takes to answer. */
  readonly before: Moment;
  readonly early: Promise<Said> | undefined;
}

/** Each item once. The first reply that is no answer ends it: a part is none. */
async function inOne(replies: AsyncIterable<Said>): Promise<Said> {
  const found = new Map<string, unknown>();
  for await (const reply of replies) {
    if (reply.kind !== 'result') return reply;
    for (const item of itemsOf(reply.result)) found.set(JSON.stringify(item), item);
  }
  return { kind: 'result', result: [...found.values()] };
}

/** Project files to be loaded together, and what they hold all that there is to hold of. */
interface Slice {
  readonly loaded: readonly string[];
  readonly held: readonly Neighbours[];
}

/** So that something else, an edited file's project say, can be loaded beside them without taking one away. */
const AT_ONCE = MOST_PROJECTS - 8;

/** One at least, so that something is asked. */
function timeSlices(portion: readonly Neighbours[]): Slice[] {
  const all: Slice[] = [];
  for (const group of portion) {
    const configs = configsOf([group]);
    const last = all.at(-1);
    const together = [...new Set([...(last?.loaded ?? []), ...configs])];
    if (last !== undefined && together.length <= AT_ONCE) all[all.length - 1] = { loaded: together, held: [...last.held, group] };
    else if (configs.length <= AT_ONCE) all.push({ loaded: configs, held: [group] });
    else for (let at = 0; at < configs.length; at += AT_ONCE) all.push({ loaded: configs.slice(at, at + AT_ONCE), held: [] });
  }
  return all.length > 0 ? all : [{ loaded: [], held: [] }];
}

function configsOf(portion: readonly Neighbours[]): string[] {
  return [...new Set(portion.flatMap(([config, files]) => (config === undefined ? [] : projectsOf(config, files))))];
}

/** Quirk(TypeScript 7): asked about a name under which something was exported, it does not find those who use it by its own. */
function moved(question: Question, { uri, range }: UriRange): Question {
  return { ...question, params: (of) => ({ ...question.params(of), textDocument: { uri }, position: range.start }) };
}

/** The project files that may hold these files: the nearest one, those beside it, and what it references in its own folder and below. */
function projectsOf(config: string, files: readonly AdmittedPath[]): string[] {
  const parts = referencedConfigs(config).filter((reference) => files.some((path) => isBelow(path, dirname(reference))));
  return [config, ...parts, ...configsBeside(config)].filter((path) => existsSync(path));
}
