import type { LspClient } from '../../../client/lsp-client.ts';
import { perKey } from '../../../support/per-key.ts';
import { isObject } from '../../../support/json.ts';
import { ErrorCodes } from '../../../jsonrpc/connection.ts';

export const PROJECT_METHOD = 'custom/projectInfo';

/**
 * The project whose options a file is checked by. `unknown`: the server does not answer, or the
 * caller has cancelled.
 */
export type FileProject =
  | { readonly kind: 'project'; readonly config: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/** By which project TypeScript 7 checks a file. */
export class FileProjects {
  #areNamed = true;

  constructor(private readonly client: LspClient) {}

  async of(uri: string, signal?: AbortSignal): Promise<FileProject> {
    if (!this.#areNamed) return { kind: 'unknown' };
    const reply = await this.client.request(PROJECT_METHOD, { textDocument: { uri } }, signal);
    if (reply.kind === 'error') {
      if (reply.error.code === ErrorCodes.MethodNotFound) this.#areNamed = false;
      // The same error comes for a deleted file.
      return reply.error.message.includes('no project found') ? { kind: 'none' } : { kind: 'unknown' };
    }
    const config =
      reply.kind === 'result' && isObject(reply.result) ? reply.result['configFilePath'] : undefined;
    if (typeof config !== 'string') return { kind: 'unknown' };
    return config === '' ? { kind: 'none' } : { kind: 'project', config };
  }
}

export const fileProjects = perKey((client: LspClient) => new FileProjects(client));
