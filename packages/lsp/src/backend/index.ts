export { createSearch, type Search, type SearchOptions } from './program/search.ts';
export { createRegistry, type Registry } from './find-server.ts';
export { describe, type Description } from './describe.ts';
export { languageIdFor } from './language-map.ts';
export type * from './definition.ts';
