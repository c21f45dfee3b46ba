import type { LspClient } from '../client/lsp-client.ts';
import type { SourceKind } from '../registry/definition.ts';
import { PullSource } from './pull.ts';
import { PushSource } from './push.ts';
import type { DiagnosticSource } from './source.ts';
import { TsserverSource } from './tsserver.ts';

/** Picks the best question that a server answers; made once per client, asked before every check, since servers register late. */
export class SourceChoice {
  readonly #push: PushSource;
  readonly #pull: PullSource;
  readonly #tsserver: TsserverSource;

  /** @param withSuggestions hints were asked for by `includeSeverities` */
  constructor(
    private readonly client: LspClient,
    private readonly kind: SourceKind,
    withSuggestions: boolean,
  ) {
    this.#push = new PushSource(client);
    this.#pull = new PullSource(client);
    this.#tsserver = new TsserverSource(client, withSuggestions);
  }

  current(): { readonly kind: Exclude<SourceKind, 'auto'>; readonly source: DiagnosticSource } {
    switch (this.kind) {
      case 'tsserver':
        return { kind: 'tsserver', source: this.#tsserver };
      case 'pull':
        return { kind: 'pull', source: this.#pull };
      case 'push':
        return { kind: 'push', source: this.#push };
      case 'auto': {
        const pulls = this.client.provider('diagnosticProvider', 'textDocument/diagnostic') !== undefined;
        return pulls ? { kind: 'pull', source: this.#pull } : { kind: 'push', source: this.#push };
      }
    }
  }
}
