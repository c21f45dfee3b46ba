import type { LspClient } from '../client/lsp-client.ts';
import type { Barrier, SourceKind } from '../registry/definition.ts';
import { AutoSource } from './auto.ts';
import { BarrierSource } from './barrier.ts';
import { PullSource } from './pull.ts';
import { PushSource } from './push.ts';
import { SettledSource } from './settled.ts';
import type { DiagnosticSource } from './source.ts';
import { TsserverSource } from './tsserver.ts';

export interface SourceChoice {
  readonly kind: SourceKind;
  readonly barrier: Barrier | undefined;
  /** Hints were asked for by `includeSeverities`. */
  readonly withSuggestions: boolean;
}

/** The way in which this server is asked; one per client, for as long as it lives. */
export function chooseSource(client: LspClient, { kind, barrier, withSuggestions }: SourceChoice): DiagnosticSource {
  const source = sourceOf(client, kind, withSuggestions);
  return barrier === undefined ? source : new BarrierSource(client, source, barrier);
}

function sourceOf(client: LspClient, kind: SourceKind, withSuggestions: boolean): DiagnosticSource {
  switch (kind) {
    case 'tsserver':
      return new TsserverSource(client, withSuggestions);
    case 'pull':
      return new PullSource(client);
    case 'settled-pull':
      return new SettledSource(client, new PullSource(client));
    case 'push':
      return new PushSource(client);
    case 'push-once':
      return new PushSource(client, { greets: false });
    case 'auto':
      return new AutoSource(client, new PullSource(client), new PushSource(client));
  }
}
