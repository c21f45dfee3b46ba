import { rmSync, writeFileSync } from 'node:fs';
import type { LspClient } from '../../../client/lsp-client.ts';
import { commandLine, descendants } from '../../../client/process/process-tree.ts';
import { isObject } from '../../../support/json.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { Response } from '../../../jsonrpc/connection.ts';

/**
 * Ends work of tsserver that no caller waits for. A request about one heavy file takes seconds, and
 * all later requests have to wait.
 *
 * Quirk(typescript-language-server): it numbers its requests to tsserver. tsserver checks every 20
 * ms whether the file PATH + number exists, and then gives up. PATH is an argument of its command
 * line. For requests that are passed on, the language server never creates that file, so we do.
 * Where the path or the number cannot be found, we wait for the work to end.
 */
export class RequestCancellation {
  #path: string | undefined;

  constructor(private readonly client: LspClient) {}

  /**
   * @param before the reply to the request that was sent directly before: it has the number
   * @param question the reply that no caller waits for once `signal` aborts
   */
  async follow(signal: AbortSignal, before: Promise<Response>, question: Promise<Response>): Promise<void> {
    const answered = question.then(() => 'answered' as const);
    if ((await waitFor(answered, signal)).kind === 'done') return;
    const number = numberOf(await before);
    if (number === undefined || (await Promise.race([answered, Promise.resolve('under way')])) === 'answered')
      return;
    this.#path ??= pathOf(this.client.pid);
    if (this.#path === undefined) return;
    const file = `${this.#path}${number + 1}`;
    if (!made(file)) return;
    await question;
    rmSync(file, { force: true });
  }
}

function numberOf(reply: Response): number | undefined {
  const number = reply.kind === 'result' && isObject(reply.result) ? reply.result['request_seq'] : undefined;
  return typeof number === 'number' ? number : undefined;
}

function pathOf(server: number | undefined): string | undefined {
  if (server === undefined) return undefined;
  for (const pid of descendants(server)) {
    const words = commandLine(pid);
    const path = words[words.indexOf('--cancellationPipeName') + 1];
    if (words.includes('--cancellationPipeName') && path?.endsWith('*') === true) return path.slice(0, -1);
  }
  return undefined;
}

function made(file: string): boolean {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
