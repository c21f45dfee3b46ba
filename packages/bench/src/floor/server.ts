import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LineFinding } from '../edits.js';
import { ProcessTable } from '../memory.js';
import type { Source } from '../side.js';
import { ask } from './ask.js';
import { smallestChange } from './change.js';
import { connect, type ServerConnection } from './connection.js';
import type { Floor } from './floor.js';
import type { ServerMeans } from './means.js';

interface Document {
  readonly text: string;
  readonly version: number;
}

/** A client that tells a language server the edit and asks it one question. */
export class ServerFloor implements Floor {
  readonly workspace: string;
  readonly #means: ServerMeans;
  readonly #server: Promise<ServerConnection>;
  readonly #documents = new Map<string, Document>();

  /** Spawns the server at once. */
  constructor(means: ServerMeans, workspace: string) {
    this.workspace = workspace;
    this.#means = means;
    this.#server = connect(means, workspace);
  }

  async resident(): Promise<number> {
    return ProcessTable.now().residentOfTree((await this.#server).pid);
  }

  async check(source: Source): Promise<LineFinding[]> {
    const server = await this.#server;
    await this.#send(server, source);
    return this.#ask(server, source);
  }

  async checkAll(sources: readonly Source[]): Promise<LineFinding[][]> {
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
      const { languageId } = this.#means;
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version, text },
      });
    } else {
      const contentChanges = [smallestChange(known.text, text)];
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges,
      });
    }
  }

  async #ask(server: ServerConnection, { file }: Source): Promise<LineFinding[]> {
    const { question, registersPull } = this.#means;
    if (registersPull) await server.pullRegistered;
    return ask(question, server.connection, this.#uri(file));
  }

  #uri(file: string): string {
    return pathToFileURL(join(this.workspace, file)).href;
  }
}
