import type { LspClient } from '../client/lsp-client.ts';
import { chooseSource } from './diagnostics/choose-source.ts';
import type { DiagnosticSource } from './diagnostics/source.ts';
import { chooseNavigation } from './navigation/choose.ts';
import type { NavigationSource, WorkspaceView } from './navigation/source.ts';
import { CodeActionSource } from './fixes/code-actions.ts';
import type { FixSource, FixTraits } from './fixes/source.ts';
import type { ServerTraits } from './traits.ts';

/** How one server is asked so that its answers are complete. One of each per client. */
export interface ServerStrategies {
  /** @param withSuggestions hints were requested by `includeSeverities` */
  diagnostics(client: LspClient, withSuggestions: boolean): DiagnosticSource;
  navigation(client: LspClient, view: WorkspaceView): NavigationSource;
  /** Absent: by the server's code actions. */
  fixes?(client: LspClient, traits: FixTraits | undefined): FixSource;
}

export function fixSourceOf(
  strategies: ServerStrategies,
  client: LspClient,
  traits: FixTraits | undefined,
): FixSource {
  return strategies.fixes?.(client, traits) ?? new CodeActionSource(client, traits);
}

/** The strategies that a server's data describes. */
export function strategiesOf(traits: ServerTraits): ServerStrategies {
  const { barrier, navigation = {} } = traits;
  return {
    diagnostics: (client) => chooseSource(client, traits),
    navigation: (client, view) => chooseNavigation(client, { ...navigation, barrier }, view),
  };
}
