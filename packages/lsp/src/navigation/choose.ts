import type { LspClient } from '../client/lsp-client.ts';
import type { SourceKind } from '../registry/definition.ts';
import { DirectSource } from './direct.ts';
import type { NavigationSource, Surroundings } from './source.ts';

/** The way in which this server is asked; one per client, for as long as it lives. */
export function chooseNavigation(client: LspClient, _kind: SourceKind, _surroundings: Surroundings): NavigationSource {
  return new DirectSource(client);
}
