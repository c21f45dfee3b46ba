import { existsSync } from 'node:fs';
import { connectLocal } from '../client/local-socket.ts';
import type { LspClient } from '../client/lsp-client.ts';
import { perClient } from '../client/per-client.ts';
import { isObject } from '../json.ts';
import { Connection } from '../jsonrpc/connection.ts';

/** How many projects are kept loaded that nobody has open, 2 to 5 MiB each where packages are small; the one that was needed longest ago goes first. */
export const MOST_PROJECTS = 32;

/** It answers in milliseconds, or when a project is loaded; one that does not is not waited for for ever. ms. */
const PATIENCE = 10_000;

/**
 * The second door of TypeScript 7: a socket on which the same process, with the same open documents, answers what LSP has no request for.
 * Its package calls it unstable, so every answer is checked, and whoever asks has something else to fall back upon.
 */
export class Typescript7Api {
  #connection: Promise<Connection | undefined> | undefined;
  /** Project files that we had loaded, the one that was needed longest ago first, each with what `loads` was then. */
  readonly #loaded = new Map<string, number>();
  /** Loads that are queued or under way. */
  readonly #coming = new Set<readonly string[]>();
  #loading = Promise.resolve(true);
  #loads = 0;

  constructor(private readonly client: LspClient) {}

  /** How often it has loaded a project: files may have found theirs by that. */
  get loads(): number {
    return this.#loads;
  }

  /**
   * All of these are loaded, as far as their files are there.
   *
   * @param since what `loads` was when the question was put: one that made room for another after that, and is back, does not count
   */
  holds(configs: readonly string[], since = this.#loads): boolean {
    return configs.every((config) => (this.#loaded.get(config) ?? Infinity) <= since || !existsSync(config));
  }

  /** These can be loaded without another one making room for them. */
  hasRoom(configs: readonly string[]): boolean {
    return new Set([...this.#loaded.keys(), ...[...this.#coming].flat(), ...configs]).size <= MOST_PROJECTS;
  }

  /** Has the server load these projects and keep them, `MOST_PROJECTS` at most; false where it does not. */
  load(configs: readonly string[]): Promise<boolean> {
    // One after the other, so that nobody takes a project for loaded that is only on its way.
    const wanted = [...configs];
    this.#coming.add(wanted);
    this.#loading = this.#loading.then(() => this.#load(wanted)).finally(() => this.#coming.delete(wanted));
    return this.#loading;
  }

  async #load(configs: readonly string[]): Promise<boolean> {
    const missing = configs.filter((config) => !this.#loaded.has(config));
    if (missing.length > 0) {
      const rest = [...this.#loaded.keys()].filter((config) => !configs.includes(config));
      const surplus = rest.slice(0, Math.max(0, rest.length + configs.length - MOST_PROJECTS));
      // Before the server is told: what it answers from now on may be without them, even where this is not answered.
      for (const config of surplus) this.#loaded.delete(config);
      const snapshot = await this.#update({ openProjects: missing, closeProjects: surplus });
      if (snapshot === undefined) return false;
      this.#loads += missing.length;
      await this.#release(snapshot);
    }
    for (const config of configs) {
      const loads = this.#loaded.get(config) ?? this.#loads;
      this.#loaded.delete(config);
      this.#loaded.set(config, loads);
    }
    return true;
  }

  /** Whether none of these projects, which are loaded for that, has a file in its program; false also where it does not say. */
  async isInNone(configs: readonly string[], path: string): Promise<boolean> {
    if (!(await this.load(configs))) return false;
    const snapshot = await this.#update({});
    if (snapshot === undefined) return false;
    const connection = await this.#connection;
    if (connection === undefined) return false;
    const ask = (project: string) => connection.request('getSyntacticDiagnostics', { snapshot, project, file: path }, AbortSignal.timeout(PATIENCE));
    const replies = await Promise.all(configs.map(ask));
    await this.#release(snapshot);
    return replies.every((reply) => reply.kind === 'error' && reply.error.message.includes('source file not found'));
  }

  /** What the parser by itself has against an open file, each as {@link findingKey}; undefined where it does not say. */
  async syntaxErrors(path: string): Promise<ReadonlySet<string> | undefined> {
    const snapshot = await this.#update({});
    if (snapshot === undefined) return undefined;
    const project = await this.#request('getDefaultProjectForFile', { snapshot, file: path });
    const id = isObject(project) ? project['id'] : undefined;
    const found = id === undefined ? undefined : await this.#request('getSyntacticDiagnostics', { snapshot, project: id, file: path });
    await this.#release(snapshot);
    // An empty list is sent as null.
    if (found !== null && !Array.isArray(found)) return undefined;
    return new Set((found ?? []).flatMap((one: unknown) => (isObject(one) ? findingKey(one['code'], one['text']) : [])));
  }

  /** The handle of the projects as they are now, with all that the server was told before its last answer. */
  async #update(params: object): Promise<unknown> {
    const handle = async (asked: object): Promise<unknown> => {
      const answer = await this.#request('updateSnapshot', asked);
      return isObject(answer) ? answer['snapshot'] : undefined;
    };
    // Quirk(TypeScript 7): it refuses every update while one of the projects it was to keep is gone.
    const gone = [...this.#loaded.keys()].filter((config) => !existsSync(config));
    for (const config of gone) this.#loaded.delete(config);
    if (gone.length > 0) await this.#release(await handle({ closeProjects: gone }));
    return handle(params);
  }

  async #release(snapshot: unknown): Promise<void> {
    if (snapshot !== undefined) await this.#request('release', { snapshot });
  }

  /** Undefined where there is no such door, or it is answered with an error, or not. */
  async #request(method: string, params: unknown): Promise<unknown> {
    const connection = await (this.#connection ??= this.#connect());
    const reply = await connection?.request(method, params, AbortSignal.timeout(PATIENCE));
    return reply?.kind === 'result' ? reply.result : undefined;
  }

  async #connect(): Promise<Connection | undefined> {
    const reply = await this.client.request('custom/initializeAPISession', {});
    const path = reply.kind === 'result' && isObject(reply.result) ? reply.result['pipe'] : undefined;
    const streams = typeof path === 'string' ? await connectLocal(path) : undefined;
    if (streams === undefined) {
      this.client.note('it has no API that we know: of files that no project holds, the errors with a code of the parser remain');
      return undefined;
    }
    const connection = new Connection(streams, {
      request: () => null,
      notification: () => undefined,
      protocolError: (what) => {
        this.client.note(`API: ${what}`);
      },
    });
    connection.listen();
    this.client.ended.addEventListener('abort', () => {
      streams.end();
    });
    const initialized = await connection.request('initialize', null, AbortSignal.timeout(PATIENCE));
    if (initialized.kind === 'result') return connection;
    streams.end();
    return undefined;
  }
}

/** Whoever asks one server shares the projects that it keeps. */
export const typescript7Api = perClient((client) => new Typescript7Api(client));

/** What identifies a finding in a file, wherever it stands: the API counts places in another way than LSP. */
export function findingKey(code: unknown, message: unknown): string {
  return `${String(code)} ${String(message)}`;
}
