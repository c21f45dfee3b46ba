import { toUri } from '../../../support/paths.ts';
import { failed, type Found, found } from '../../../engine/navigate/found.ts';
import type { Navigation } from '../../../engine/navigate/navigator.ts';
import type { Tool } from '../catalogue.ts';
import { counted } from '../../../support/counted.ts';
import { type Pages, requestKeyOf } from '../paging/pages.ts';
import { navigationState } from '../paging/state.ts';
import { documentSymbolsOf, identified, locationsOf, workspaceSymbolsOf } from './canonical.ts';
import { gatewayTool } from './gateway-tool.ts';
import { bounded } from './hover.ts';
import {
  MAX_HOVER_CODE_POINTS,
  MAX_HOVER_FRAGMENTS,
  MAX_ITEMS_NONPAGED,
  MAX_PAGE_SIZE,
  MAX_REFERENCES_ITEMS_TOTAL,
  MAX_RESULT_BYTES,
  MAX_WORKSPACE_SYMBOLS_ITEMS_TOTAL,
} from './limits.ts';
import * as schemas from './schemas.ts';
import { sentence } from './summary.ts';
import { documentOf } from './uri.ts';

/** Bytes of a hover besides its contents: the range, the summary and others. */
const HOVER_FRAME_BYTES = 1024;

const HOVER_LIMITS = {
  fragments: MAX_HOVER_FRAGMENTS,
  codePoints: MAX_HOVER_CODE_POINTS,
  bytes: MAX_RESULT_BYTES - HOVER_FRAME_BYTES,
};

export function definitionTool(navigation: Navigation): Tool {
  return gatewayTool({
    schemas: schemas.definition,
    async run({ uri, position }, cancel) {
      const document = documentOf(navigation, uri);
      if (document.kind === 'failed') return document;
      const places = await navigation.definition({ filePath: document.value, position }, cancel);
      const items = atMost(MAX_ITEMS_NONPAGED, places, ({ value }) => value.items);
      if (items.kind === 'failed') return items;
      return found({
        locations: locationsOf(items.value),
        summary: sentence(`Found ${counted(items.value.length, 'definition')}`),
      });
    },
  });
}

export function referencesTool(navigation: Navigation, pages: Pages): Tool {
  const { name } = schemas.references;
  return gatewayTool({
    schemas: schemas.references,
    async run({ uri, position, includeDeclaration, pageSize, cursor }, cancel) {
      const document = documentOf(navigation, uri);
      if (document.kind === 'failed') return document;
      const filePath = document.value;
      const page = await pages.page({
        requestKey: requestKeyOf(
          name,
          toUri(filePath),
          position.line,
          position.character,
          includeDeclaration,
        ),
        cursor,
        pageSize: Math.min(pageSize, MAX_PAGE_SIZE),
        state: navigationState(navigation),
        whole: async () => {
          const places = await navigation.references({ filePath, position }, includeDeclaration, cancel);
          const items = atMost(MAX_REFERENCES_ITEMS_TOTAL, places, ({ value }) => value.items);
          return items.kind === 'failed' ? items : found(locationsOf(items.value));
        },
      });
      if (page.kind === 'failed') return page;
      const { items, nextCursor } = page.value;
      return found({
        items: [...items],
        nextCursor,
        summary: sentence(
          `Returned ${counted(items.length, 'reference')}`,
          nextCursor !== null && 'next page available',
        ),
      });
    },
  });
}

export function hoverTool(navigation: Navigation): Tool {
  return gatewayTool({
    schemas: schemas.hover,
    async run({ uri, position }, cancel) {
      const document = documentOf(navigation, uri);
      if (document.kind === 'failed') return document;
      const hover = await navigation.hover({ filePath: document.value, position }, cancel);
      if (hover.kind === 'failed') return hover;
      const { parts = [], range } = hover.value ?? {};
      if (parts.length === 0) return found({ contents: [], summary: sentence('No hover available') });
      const { contents, isCut } = bounded(parts, HOVER_LIMITS);
      return found({
        contents,
        ...(range !== undefined && { range }),
        summary: sentence('Hover available', isCut && 'truncated'),
      });
    },
  });
}

export function documentSymbolsTool(navigation: Navigation): Tool {
  return gatewayTool({
    schemas: schemas.documentSymbols,
    async run({ uri }, cancel) {
      const document = documentOf(navigation, uri);
      if (document.kind === 'failed') return document;
      const symbols = await navigation.documentSymbols(document.value, cancel);
      const items = atMost(MAX_ITEMS_NONPAGED, symbols, ({ value }) => value);
      if (items.kind === 'failed') return items;
      return found({
        symbols: documentSymbolsOf(document.value, items.value),
        summary: sentence(`Returned ${counted(items.value.length, 'document symbol')}`),
      });
    },
  });
}

export function workspaceSymbolsTool(navigation: Navigation, pages: Pages): Tool {
  const { name } = schemas.workspaceSymbols;
  return gatewayTool({
    schemas: schemas.workspaceSymbols,
    async run({ query: given, pageSize, cursor }, cancel) {
      // Ill-formed UTF-16 has no UTF-8 of its own: two queries would have the same key.
      const query = given.trim().toWellFormed();
      const page = await pages.page({
        requestKey: requestKeyOf(name, query),
        cursor,
        pageSize: Math.min(pageSize, MAX_PAGE_SIZE),
        state: navigationState(navigation),
        whole: async () => {
          const symbols = await navigation.workspaceSymbols(query, cancel);
          const items = atMost(MAX_WORKSPACE_SYMBOLS_ITEMS_TOTAL, symbols, ({ value }) => value.items);
          return items.kind === 'failed' ? items : found(workspaceSymbolsOf(items.value));
        },
      });
      if (page.kind === 'failed') return page;
      const { items, nextCursor } = page.value;
      return found({
        items: items.map(identified),
        nextCursor,
        summary: sentence(
          `Returned ${counted(items.length, 'workspace symbol')}`,
          nextCursor !== null && 'next page available',
        ),
      });
    },
  });
}

/**
 * The list in an answer, unless it is longer than the contract allows: a partial list is no answer.
 */
function atMost<T, Item>(
  most: number,
  answer: Found<T>,
  listIn: (answer: { readonly value: T }) => readonly Item[],
): Found<readonly Item[]> {
  if (answer.kind === 'failed') return answer;
  const items = listIn(answer);
  return items.length > most
    ? failed('too-many', `there are more than ${most} results, too many to list`)
    : found(items);
}
