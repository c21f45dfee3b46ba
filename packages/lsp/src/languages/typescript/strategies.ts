import type { ServerStrategies } from '../../backend/strategies.ts';
import { TsserverNavigation } from './navigation/tsserver-navigation.ts';
import { Typescript7Navigation } from './navigation/typescript7-navigation.ts';
import { TsserverFixes } from './server/tsserver-fixes.ts';
import { TsserverSource } from './server/tsserver.ts';
import { Typescript7Source } from './server/typescript7.ts';

/** TypeScript up to version 6, behind typescript-language-server. */
export const TSSERVER: ServerStrategies = {
  diagnostics: (client, withSuggestions) => new TsserverSource(client, withSuggestions),
  navigation: (client, view) => new TsserverNavigation(client, view),
  fixes: (client) => new TsserverFixes(client),
};

/** TypeScript's own server, from version 7 on. */
export const TYPESCRIPT7: ServerStrategies = {
  diagnostics: (client) => new Typescript7Source(client),
  navigation: (client, view) => new Typescript7Navigation(client, view),
};
