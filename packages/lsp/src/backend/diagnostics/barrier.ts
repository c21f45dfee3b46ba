import type { LspClient } from '../../client/lsp-client.ts';
import { ErrorCodes, type Response } from '../../jsonrpc/connection.ts';
import type { Barrier } from '../traits.ts';

const EXECUTE = 'workspace/executeCommand';

/**
 * `refused`: the server supports it, but did not do it this time, so what it published is only a
 * part.
 */
export type BarrierOutcome = 'settled' | 'refused' | 'not-offered';

/** A server's barrier. Can be passed any number of times. */
export class BarrierRequest {
  #passed = 0;
  #unknown = false;

  constructor(
    private readonly client: LspClient,
    private readonly barrier: Barrier,
  ) {}

  /** A server that has passed it has done with all documents that were opened before. */
  get settlesOpenings(): boolean {
    return this.barrier.kind === 'request';
  }

  /**
   * Resolves to `settled` once the server has published all diagnostics of all files that follow
   * from what it was sent before the call. From then on its last publishes are right for files
   * without a request of their own. Sends at once: the barrier, or the command that runs ahead of
   * it. Has no deadline. Never rejects.
   *
   * @param uris the open documents
   * @param signal aborts when no caller waits any more, so that the server is free for the next
   * request. The barrier itself is not cancelled: what the server publishes is of use later
   */
  async pass(uris: readonly string[], signal?: AbortSignal): Promise<BarrierOutcome> {
    if (!this.#offered) return 'not-offered';
    const ahead = this.#ahead;
    if (ahead !== undefined && (await this.#work(ahead, signal)) === 'given-up') return 'refused';
    const { documents } = this.client;
    const { opened } = documents;
    const reply = await this.#send(uris);
    if (reply.kind === 'result') {
      if (this.settlesOpenings) documents.settled(opened);
      return 'settled';
    }
    if (reply.kind !== 'error' || reply.error.code !== ErrorCodes.MethodNotFound) return 'refused';
    this.#unknown = true;
    documents.settled(Infinity);
    return 'not-offered';
  }

  /** How long the server goes on with a barrier that was cancelled, ms. */
  get windingDown(): number {
    return this.barrier.kind === 'command' ? (this.barrier.windingDown ?? 0) : 0;
  }

  async #work(command: string, signal: AbortSignal | undefined): Promise<'done' | 'given-up'> {
    const reply = await this.client.request(EXECUTE, { command, arguments: [] }, signal);
    return reply.kind === 'cancelled' ? 'given-up' : 'done';
  }

  #send(uris: readonly string[]): Promise<Response> {
    const { barrier, client } = this;
    if (barrier.kind === 'request') return client.request(barrier.method, undefined);
    // Quirk(gopls): without a token it requests one first.
    const workDoneToken = `${barrier.command} ${++this.#passed}`;
    return client.request(EXECUTE, {
      command: barrier.command,
      arguments: barrier.arguments(uris, client.launch.root),
      workDoneToken,
    });
  }

  get #offered(): boolean {
    return !this.#unknown && (this.barrier.kind === 'request' || this.#lists(this.barrier.command));
  }

  get #ahead(): string | undefined {
    const command = this.barrier.kind === 'command' ? this.barrier.ahead : undefined;
    return command !== undefined && this.#lists(command) ? command : undefined;
  }

  #lists(command: string): boolean {
    const commands = this.client.provider('executeCommandProvider', EXECUTE)?.['commands'];
    return Array.isArray(commands) && commands.includes(command);
  }
}
