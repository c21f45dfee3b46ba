import { existsSync } from 'node:fs';
import { connectLocal } from '../../../client/process/local-socket.ts';
import type { LspClient } from '../../../client/lsp-client.ts';
import { perKey } from '../../../support/per-key.ts';
import { isObject, itemsOf, textOf } from '../../../support/json.ts';
import { Connection } from '../../../jsonrpc/connection.ts';

/**
 * How many projects without open files are kept loaded, 2 to 5 MiB each where packages are small.
 * The least recently needed one is unloaded first.
 */
export const MOST_API_PROJECTS = 32;

/** Deadline of an API request, ms. The API answers in milliseconds, or when a project is loaded. */
const TIMEOUT = 10_000;

/**
 * A second interface of TypeScript 7: a socket on which the same process, with the same open
 * documents, answers what LSP has no request for. Its package calls it unstable. So every answer is
 * checked, and every caller has a fallback.
 */
export class Typescript7Api {
  #connection: Promise<Connection | undefined> | undefined;
  /**
   * Project files that we had loaded, least recently needed first, each with the value of `loads`
   * at that time.
   */
  readonly #loaded = new Map<string, number>();
  /** Loads that are queued or in progress. */
  readonly #coming = new Set<readonly string[]>();
  #loading = Promise.resolve(true);
  #loads = 0;

  constructor(private readonly client: LspClient) {}

  /** How many project loads there were. Each may have given files their project. */
  get loads(): number {
    return this.#loads;
  }

  /**
   * All of these projects are loaded, as far as their files exist.
   *
   * @param since the value of `loads` at the request. A project that was unloaded after that and
   * loaded again does not count
   */
  holds(configs: readonly string[], since = this.#loads): boolean {
    return configs.every((config) => (this.#loaded.get(config) ?? Infinity) <= since || !existsSync(config));
  }

  /** These can be loaded without unloading another one. */
  hasRoom(configs: readonly string[]): boolean {
    return (
      new Set([...this.#loaded.keys(), ...[...this.#coming].flat(), ...configs]).size <= MOST_API_PROJECTS
    );
  }

  /**
   * Has the server load these projects and keep them, `MOST_PROJECTS` at most. False where it does
   * not.
   */
  load(configs: readonly string[]): Promise<boolean> {
    // One at a time, so that no caller takes a project for loaded while it is still loading.
    const wanted = [...configs];
    this.#coming.add(wanted);
    this.#loading = this.#loading.then(() => this.#load(wanted)).finally(() => this.#coming.delete(wanted));
    return this.#loading;
  }

  async #load(configs: readonly string[]): Promise<boolean> {
    const missing = configs.filter((config) => !this.#loaded.has(config));
    if (missing.length > 0) {
      const rest = [...this.#loaded.keys()].filter((config) => !configs.includes(config));
      const surplus = rest.slice(0, Math.max(0, rest.length + configs.length - MOST_API_PROJECTS));
      // Before the request is sent: from then on answers may lack these projects, even where this
      // request gets no answer.
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

  /**
   * Loads these projects, and checks that none has the file in its program. False also where the
   * server does not answer.
   */
  async isInNone(configs: readonly string[], path: string): Promise<boolean> {
    if (!(await this.load(configs))) return false;
    const snapshot = await this.#update({});
    if (snapshot === undefined) return false;
    const connection = await this.#connection;
    if (connection === undefined) return false;
    const ask = (project: string) =>
      connection.request(
        'getSyntacticDiagnostics',
        { snapshot, project, file: path },
        AbortSignal.timeout(TIMEOUT),
      );
    const replies = await Promise.all(configs.map(ask));
    await this.#release(snapshot);
    return replies.every(
      (reply) => reply.kind === 'error' && reply.error.message.includes('source file not found'),
    );
  }

  /**
   * The parser's own errors in an open file, each as {@link findingKey}. Undefined where the server
   * does not answer.
   */
  async syntaxErrors(path: string): Promise<ReadonlySet<string> | undefined> {
    const found = await this.#ofProject(path, 'getSyntacticDiagnostics', { file: path });
    // The server sends an empty list as null.
    if (found !== null && !Array.isArray(found)) return undefined;
    return new Set(
      (found ?? []).flatMap((one: unknown) => (isObject(one) ? findingKey(one['code'], one['text']) : [])),
    );
  }

  /** The files of the program that checks this one; undefined where the server does not answer. */
  async programFiles(path: string): Promise<readonly string[] | undefined> {
    const names = await this.#ofProject(path, 'getSourceFileNames', {});
    return names === undefined ? undefined : itemsOf(names).flatMap((name) => textOf(name) ?? []);
  }

  async #ofProject(path: string, method: string, params: object): Promise<unknown> {
    const snapshot = await this.#update({});
    if (snapshot === undefined) return undefined;
    const project = await this.#request('getDefaultProjectForFile', { snapshot, file: path });
    const id = isObject(project) ? project['id'] : undefined;
    const found =
      id === undefined ? undefined : await this.#request(method, { snapshot, project: id, ...params });
    await this.#release(snapshot);
    return found;
  }

  /**
   * The handle of the current projects, with all that the server was sent before its last answer.
   */
  async #update(params: object): Promise<unknown> {
    const handle = async (asked: object): Promise<unknown> => {
      const answer = await this.#request('updateSnapshot', asked);
      return isObject(answer) ? answer['snapshot'] : undefined;
    };
    // Quirk(TypeScript 7): it refuses every update while one of the projects that it was to keep no
    // longer exists.
    const gone = [...this.#loaded.keys()].filter((config) => !existsSync(config));
    for (const config of gone) this.#loaded.delete(config);
    if (gone.length > 0) await this.#release(await handle({ closeProjects: gone }));
    return handle(params);
  }

  async #release(snapshot: unknown): Promise<void> {
    if (snapshot !== undefined) await this.#request('release', { snapshot });
  }

  /** Undefined where there is no such API, or it answers with an error, or not at all. */
  async #request(method: string, params: unknown): Promise<unknown> {
    const connection = await (this.#connection ??= this.#connect());
    const reply = await connection?.request(method, params, AbortSignal.timeout(TIMEOUT));
    return reply?.kind === 'result' ? reply.result : undefined;
  }

  async #connect(): Promise<Connection | undefined> {
    const reply = await this.client.request('custom/initializeAPISession', {});
    const path = reply.kind === 'result' && isObject(reply.result) ? reply.result['pipe'] : undefined;
    const streams = typeof path === 'string' ? await connectLocal(path) : undefined;
    if (streams === undefined) {
      this.client.note(
        'it has no API that we know: of files that no project holds, the errors with a code of the ' +
          'parser remain',
      );
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
      streams.close();
    });
    const initialized = await connection.request('initialize', null, AbortSignal.timeout(TIMEOUT));
    if (initialized.kind === 'result') return connection;
    streams.close();
    return undefined;
  }
}

/** All requests to one server share the projects that it keeps. */
export const typescript7Api = perKey((client: LspClient) => new Typescript7Api(client));

/**
 * Identifies a finding in a file without its position: the API counts positions in another way than
 * LSP.
 */
export function findingKey(code: unknown, message: unknown): string {
  return `${String(code)} ${String(message)}`;
}
