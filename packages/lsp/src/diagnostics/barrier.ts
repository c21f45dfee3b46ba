import type { LspClient } from '../client/lsp-client.ts';
import { ErrorCodes, type Reply } from '../jsonrpc/connection.ts';
import type { Barrier, BarrierCommand } from '../registry/definition.ts';
import type { Settlement } from './source.ts';

const EXECUTE = 'workspace/executeCommand';

/** A server's barrier, as often as it is needed. */
export class BarrierRequest {
  #passed = 0;
  #unknown = false;

  constructor(
    private readonly client: LspClient,
    private readonly barrier: Barrier,
  ) {}

  /**
   * Sends at once, and is never cancelled: what the server finds is of use later. Never rejects.
   *
   * @param uris the open documents
   */
  async pass(uris: readonly string[]): Promise<Settlement> {
    if (!this.#offered) return 'not-offered';
    const reply = await this.#send(uris);
    if (reply.kind === 'result') return 'settled';
    if (reply.kind !== 'error' || reply.error.code !== ErrorCodes.MethodNotFound) return 'refused';
    this.#unknown = true;
    return 'not-offered';
  }

  #send(uris: readonly string[]): Promise<Reply> {
    const { barrier, client } = this;
    if (barrier.kind === 'request') return client.request(barrier.method, undefined);
    // Quirk(gopls): without a token it asks for one first.
    const workDoneToken = `${barrier.command} ${++this.#passed}`;
    return client.request(EXECUTE, { command: barrier.command, arguments: barrier.arguments(uris, client.launch.root), workDoneToken });
  }

  get #offered(): boolean {
    return !this.#unknown && (this.barrier.kind === 'request' || this.#lists(this.barrier));
  }

  #lists({ command }: BarrierCommand): boolean {
    const commands = this.client.provider('executeCommandProvider', EXECUTE)?.['commands'];
    return Array.isArray(commands) && commands.includes(command);
  }
}
