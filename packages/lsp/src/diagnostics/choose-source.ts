import type { LspClient } from '../client/lsp-client.ts';
import type { SourceKind } from '../registry/definition.ts';
import { AutoSource } from './auto.ts';
import { PullSource } from './pull.ts';
import { PushSource } from './push.ts';
import type { DiagnosticSource } from './source.ts';
import { TsserverSource } from './tsserver.ts';

/**
 * The way in which this server is asked; one per client, for as long as it lives.
 *
 * @param withSuggestions hints were asked for by `includeSeverities`
 */
export function chooseSource(client: LspClient, kind: SourceKind, withSuggestions: boolean): DiagnosticSource {
  switch (kind) {
    case 'tsserver':
      return new TsserverSource(client, withSuggestions);
    case 'pull':
      return new PullSource(client);
    case 'push':
      return new PushSource(client);
    case 'auto':
      return new AutoSource(client, new PullSource(client), new PushSource(client));
  }
}
