import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '../edits.js';
import { ProcessTable } from '../memory.js';
import type { Side, Source } from '../side.js';
import type { ServerKind } from '../subjects/subject.js';
import { ask } from './ask.js';
import { smallestChange } from './change.js';
import { connect, type ServerConnection } from './connection.js';
import { launchOf, type Launch } from './launch.js';

interface Document {
  readonly text: string;
  readonly version: number;
}

/** The least a client can do and be right: what nobody can be faster than. It knows nothing but the edits it is told. */
export class Floor implements Side {
  readonly workspace: string;
  readonly #kind: ServerKind;
  readonly #launch: Launch;
  readonly #server: Promise<ServerConnection>;
  readonly #documents = new Map<string, Document>();

  /** Spawns the server at once. */
  constructor(kind: ServerKind, workspace: string) {
    this.#kind = kind;
    this.workspace = workspace;
    this.#launch = launchOf(kind, workspace);
    this.#server = connect(this.#launch, workspace);
  }

  /** Bytes of the server and all that it has started. */
  async resident(): Promise<number> {
    return ProcessTable.now().residentOfTree((await this.#server).pid);
  }

  async check(source: Source): Promise<Finding[]> {
    const server = await this.#server;
    await this.#send(server, source);
    return this.#ask(server, source);
  }

  async checkAll(sources: readonly Source[]): Promise<Finding[][]> {
    const server = await this.#server;
    for (const source of sources) await this.#send(server, source);
    return Promise.all(sources.map((source) => this.#ask(server, source)));
  }

  async close(): Promise<void> {
    const server = await this.#server;
    await server.close();
  }

  async #send({ connection }: ServerConnection, { file, text }: Source): Promise<void> {
    const uri = this.#uri(file);
    const known = this.#documents.get(file);
    const version = (known?.version ?? 0) + 1;
    this.#documents.set(file, { text, version });
    if (known === undefined) {
      const { languageId } = this.#launch;
      await connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
    } else {
      const contentChanges = [smallestChange(known.text, text)];
      await connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    }
  }

  async #ask(server: ServerConnection, { file }: Source): Promise<Finding[]> {
    if (this.#launch.registersPull) await server.pullRegistered;
    return ask(this.#kind, server.connection, this.#uri(file));
  }

  #uri(file: string): string {
    return pathToFileURL(join(this.workspace, file)).href;
  }
}
