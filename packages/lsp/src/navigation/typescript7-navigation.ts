import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import { configFinder, configsBeside, referencedConfigs } from '../diagnostics/tsconfig.ts';
import { MOST_PROJECTS, type Typescript7Api, typescript7Api } from '../diagnostics/typescript7-api.ts';
import { holders } from '../diagnostics/typescript7-holder.ts';
import { itemsOf } from '../json.ts';
import type { Reply } from '../jsonrpc/connection.ts';
import { type AdmittedPath, isBelow, toUri } from '../paths.ts';
import { DirectSource } from './direct.ts';
import { Holdings } from './holdings.ts';
import { type Neighbours, portions } from './portions.ts';
import type { UriRange } from './read-locations.ts';
import type { NavigationSource, Question, Surroundings } from './source.ts';
import { targetOf } from './target.ts';
import { searchSymbols } from './typescript7-symbols.ts';
import { Users } from './users.ts';

/**
 * The native server of TypeScript 7 and later looks into all projects that it has loaded, whatever it is asked; by itself it loads those of open
 * files, and what references them.
 */
export class Typescript7Navigation implements NavigationSource {
  readonly #direct: DirectSource;
  readonly #api: Typescript7Api;
  readonly #users: Users;
  readonly #holdings: Holdings;

  constructor(
    private readonly client: LspClient,
    private readonly surroundings: Surroundings,
  ) {
    this.#direct = new DirectSource(client);
    this.#api = typescript7Api(client);
    this.#users = new Users(surroundings, client.launch.root, this.#direct);
    this.#holdings = new Holdings(async (path) => (await holders(client).of(toUri(path))).kind !== 'nobody');
  }

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Reply> {
    if (question.reach === 'file') return this.#direct.ask(question, document, signal);
    const target = targetOf(question, question.params(document?.uri ?? ''), document);
    const users = await this.#users.of(target, document, signal);
    if (users.kind !== 'found') return users;
    const found = new Map<string, unknown>();
    const asked = [question, ...(question.method === 'textDocument/references' ? users.renamed.map((declaration) => moved(question, declaration)) : [])];
    for (const portion of portions(users.files, configFinder(this.client.launch.root), (config) => this.#api.holds([config]), MOST_PROJECTS)) {
      for (const one of asked) {
        for await (const reply of this.#search(one, document, portion, signal)) {
          if (reply.kind !== 'result') return reply;
          for (const item of itemsOf(reply.result)) found.set(JSON.stringify(item), item);
        }
      }
    }
    return { kind: 'result', result: [...found.values()] };
  }

  async *#search(question: Question, document: OpenDocument | undefined, portion: readonly Neighbours[], signal: AbortSignal): AsyncGenerator<Reply> {
    const configs = [...new Set(portion.flatMap(([config, files]) => (config === undefined ? [] : projectsOf(config, files))))];
    const files = portion.flatMap(([, neighbours]) => neighbours);
    const ask = (about: readonly AdmittedPath[]): Promise<Reply> =>
      question.aboutNone === true ? searchSymbols(this.#direct, question, about, signal) : this.#direct.ask(question, document, signal);
    for (let at = 0; at === 0 || at < configs.length; at += MOST_PROJECTS) {
      const loaded = configs.slice(at, at + MOST_PROJECTS);
      let isLoaded = await this.#load(loaded, portion);
      let reply = await ask(files);
      // Somebody else may have had others loaded instead meanwhile.
      while (isLoaded && reply.kind === 'result' && !this.#api.holds(loaded)) {
        isLoaded = await this.#load(loaded, portion);
        reply = await ask(files);
      }
      yield reply;
    }
    const strays = (await Promise.all(portion.map(([config, neighbours]) => this.#holdings.strays(config, neighbours)))).flat();
    const room = Math.max(1, this.surroundings.room - 1);
    for (let at = 0; at < strays.length && !signal.aborted; at += room) {
      const shown = strays.slice(at, at + room);
      await this.surroundings.show(shown);
      yield await ask(shown);
    }
  }

  /** Where the API does not serve, by showing it a file of each; then it cannot be told whether they stay. */
  async #load(configs: readonly string[], portion: readonly Neighbours[]): Promise<boolean> {
    if (await this.#api.load(configs)) return true;
    await this.surroundings.show(portion.flatMap(([, files]) => files.slice(0, 1)).slice(0, Math.max(1, this.surroundings.room - 1)));
    return false;
  }
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
