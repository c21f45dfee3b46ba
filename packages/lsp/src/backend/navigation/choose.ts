import type { LspClient } from '../../client/lsp-client.ts';
import type { Barrier, NavigationManners } from '../traits.ts';
import { DirectSource } from './direct.ts';
import { FirstSymbolsSource, LogSource, NothingHereSource, ProgressSource, StatusSource } from './loading.ts';
import { ShowingSource } from './preopen-files.ts';
import type { NavigationSource, WorkspaceView } from './source.ts';

export interface NavigationChoice extends NavigationManners {
  readonly barrier: Barrier | undefined;
}

/** How this server is asked; one source per client, for its lifetime. */
export function chooseNavigation(client: LspClient, choice: NavigationChoice, view: WorkspaceView): NavigationSource {
  const { nothingHere, mostSymbols } = choice;
  const loaded = loadedSource(client, choice, view);
  const source = nothingHere === undefined ? loaded : new NothingHereSource(loaded, nothingHere);
  return mostSymbols === undefined ? source : new FirstSymbolsSource(source, mostSymbols);
}

function loadedSource(client: LspClient, { loading = 'progress', barrier }: NavigationChoice, view: WorkspaceView): NavigationSource {
  const direct = new DirectSource(client);
  if (loading instanceof RegExp) return new LogSource(client, loading, direct);
  switch (loading) {
    case 'held':
      return direct;
    case 'status':
      return new StatusSource(client, direct);
    case 'shown':
      return barrier === undefined ? direct : new ShowingSource(client, view, barrier, direct);
    case 'progress':
      return new ProgressSource(client, direct);
  }
}
