import type { LspClient } from '../../client/lsp-client.ts';
import type { Barrier, NavigationTraits } from '../traits.ts';
import { DirectSource } from './direct.ts';
import {
  FirstSymbolsSource,
  LogSource,
  NotFoundErrorsSource,
  ProgressSource,
  StatusSource,
} from './loading.ts';
import { LostUsesSource } from './lost-uses.ts';
import { PreopenFilesSource } from './preopen-files.ts';
import type { NavigationSource, WorkspaceView } from './source.ts';

export interface NavigationChoice extends NavigationTraits {
  readonly barrier: Barrier | undefined;
}

/** How this server is asked; one source per client, for its lifetime. */
export function chooseNavigation(
  client: LspClient,
  choice: NavigationChoice,
  view: WorkspaceView,
): NavigationSource {
  const { notFoundErrors, mostSymbols, losesUses } = choice;
  const settled = loadedSource(client, choice, view);
  const loaded = losesUses === undefined ? settled : new LostUsesSource(client, view, losesUses, settled);
  const source = notFoundErrors === undefined ? loaded : new NotFoundErrorsSource(loaded, notFoundErrors);
  return mostSymbols === undefined ? source : new FirstSymbolsSource(source, mostSymbols);
}

function loadedSource(
  client: LspClient,
  { loading = 'progress', barrier }: NavigationChoice,
  view: WorkspaceView,
): NavigationSource {
  const direct = new DirectSource(client);
  if (loading instanceof RegExp) return new LogSource(client, loading, direct);
  switch (loading) {
    case 'held':
      return direct;
    case 'status':
      return new StatusSource(client, direct);
    case 'shown':
      return barrier === undefined ? direct : new PreopenFilesSource(client, view, barrier, direct);
    case 'progress':
      return new ProgressSource(client, direct);
  }
}
