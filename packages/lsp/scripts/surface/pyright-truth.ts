import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Connection } from '../../src/jsonrpc/connection.ts';
import { isObject } from '../../src/support/json.ts';
import { toUri } from '../../src/support/paths.ts';
import type { Change, Truth } from './truth.ts';

const SERVER = fileURLToPath(import.meta.resolve('pyright/langserver.index.js'));

/** pyright's language server, asked about files that it holds open. */
export class PyrightTruth implements Truth {
  readonly #connection: Connection;
  readonly #child: Bun.Subprocess<'pipe', 'pipe', 'ignore'>;
  readonly #ready: Promise<void>;
  #version = 0;

  constructor(private readonly folder: string) {
    this.#child = Bun.spawn(['node', SERVER, '--stdio'], {
      cwd: folder,
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'ignore',
    });
    const { stdin, stdout } = this.#child;
    const write = (text: string): void => {
      void stdin.write(text);
      void stdin.flush();
    };
    this.#connection = new Connection(
      { readable: stdout, write },
      {
        request: (method, params) =>
          method === 'workspace/configuration' && isObject(params) && Array.isArray(params['items'])
            ? params['items'].map(() => ({}))
            : null,
        notification: () => undefined,
        protocolError: (what) => {
          throw new Error(what);
        },
      },
    );
    this.#connection.listen();
    this.#ready = this.#begin();
  }

  async #begin(): Promise<void> {
    const rootUri = toUri(this.folder);
    await this.#connection.request('initialize', {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: 'clone' }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: { publishDiagnostics: {}, diagnostic: { dynamicRegistration: false } },
      },
    });
    this.#connection.notify('initialized', {});
  }

  moved(paths: readonly string[]): void {
    // Files may have come, or be gone: to pyright, all of it is a reason to read again.
    const changes = paths.map((path) => ({ uri: toUri(path), type: 2 }));
    this.#connection.notify('workspace/didChangeWatchedFiles', { changes });
  }

  async judge({ path, before, after, dependents }: Change): Promise<string[] | undefined> {
    await this.#ready;
    this.#open(path, before);
    for (const file of dependents) this.#open(file, readFileSync(file, 'utf8'));
    const was = await this.#errorsOf(dependents);
    this.#connection.notify('textDocument/didChange', {
      textDocument: { uri: toUri(path), version: (this.#version += 1) },
      contentChanges: [{ text: after }],
    });
    const is = await this.#errorsOf(dependents);
    for (const file of [path, ...dependents])
      this.#connection.notify('textDocument/didClose', { textDocument: { uri: toUri(file) } });
    return [...is.filter((one) => !was.includes(one)), ...was.filter((one) => !is.includes(one))];
  }

  async close(): Promise<void> {
    await this.#connection.request('shutdown', undefined);
    this.#connection.notify('exit');
    await this.#child.exited;
  }

  #open(path: string, text: string): void {
    const version = (this.#version += 1);
    const textDocument = { uri: toUri(path), languageId: 'python', version, text };
    this.#connection.notify('textDocument/didOpen', { textDocument });
  }

  async #errorsOf(files: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const file of files) {
      const textDocument = { uri: toUri(file) };
      const answer = await this.#connection.request('textDocument/diagnostic', { textDocument });
      if (answer.kind !== 'result' || !isObject(answer.result) || !Array.isArray(answer.result['items']))
        throw new Error(`pyright does not answer about ${file}: ${JSON.stringify(answer)}`);
      // A finding that names lines of the changed file is known, and asked about for that.
      const finding = (item: object): object => ({ ...item, relatedInformation: undefined });
      found.push(...answer.result['items'].map((item: object) => `${file} ${JSON.stringify(finding(item))}`));
    }
    return found;
  }
}
