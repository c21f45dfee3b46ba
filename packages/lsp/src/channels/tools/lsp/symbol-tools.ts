import { found } from '../../../engine/navigate/found.ts';
import type { Tool } from '../catalogue.ts';
import { type Pages, requestKeyOf } from '../paging/pages.ts';
import { navigationState } from '../paging/state.ts';
import type { Sources } from '../sources.ts';
import {
  byQualifiedName,
  isCounted,
  searched,
  type SymbolFilter,
  termOf,
} from '../../../engine/navigate/by-name/symbol-search.ts';
import { outlineOfFile } from '../../../engine/navigate/by-name/outline.ts';
import { nested } from '../../../engine/navigate/by-name/nesting.ts';
import { kindNumber } from './symbol-kinds.ts';
import { within } from './resolve-symbol.ts';
import { MAX_PAGE_SIZE, PAGE_SIZES } from './limits.ts';
import { escaped, inline, joined, oneLine } from '../../../support/escaped.ts';
import { renderDocumentSymbol, renderPage, renderWorkspaceSymbol, type Rest, withoutWhom } from './render.ts';
import * as schemas from './schemas.ts';
import { documentSymbolsOf, workspaceSymbolsOf } from './shapes.ts';
import { answer, lspTool } from './tool.ts';

export function documentSymbolsTool({ navigation, config }: Sources, pages: Pages): Tool {
  const { name } = schemas.documentSymbols;
  return lspTool({
    schemas: schemas.documentSymbols,
    run({ file, depth, locals = false, pageSize = PAGE_SIZES.documentSymbols, cursor }, cancel) {
      return within(config.navigationTimeout, cancel, async (signal) => {
        const admitted = navigation.admit(file);
        if (admitted.kind === 'failed') return admitted;
        const path = admitted.value;
        const relative = navigation.relative(path);
        const page = await pages.page({
          requestKey: requestKeyOf(name, relative, JSON.stringify([depth, locals])),
          cursor,
          pageSize: Math.min(pageSize, MAX_PAGE_SIZE),
          state: navigationState(navigation),
          async whole() {
            const { listed, all } = await outlineOfFile(navigation, path, signal);
            if (listed.kind === 'failed') return listed;
            const shown = nested(all).filter(
              (one) => (locals || !one.isLocal) && one.depth <= (depth ?? Infinity),
            );
            return found(shown.map(({ symbol }) => symbol));
          },
        });
        if (page.kind === 'failed') return page;
        const { items, nextCursor, total } = page.value;
        const symbols = documentSymbolsOf(navigation, path, items);
        const about = escaped` in ${inline(relative)}`;
        const text =
          total === 0
            ? escaped`No symbols${about}.`
            : renderPage(escaped`symbol`, about, symbols.map(renderDocumentSymbol), page.value);
        return answer({ symbols, nextCursor, total }, text);
      });
    },
  });
}

const SHORTER = escaped`Try a shorter part of the name.`;

export function workspaceSymbolsTool({ navigation, config }: Sources, pages: Pages): Tool {
  const { name } = schemas.workspaceSymbols;
  return lspTool({
    schemas: schemas.workspaceSymbols,
    run({ query: given, kind, path, pageSize = PAGE_SIZES.workspaceSymbols, cursor }, cancel) {
      return within(config.navigationTimeout, cancel, async (signal) => {
        const query = given.trim();
        const kinds = kind === undefined ? undefined : new Set([kind].flat().map(kindNumber));
        const search: SymbolFilter = {
          query,
          ...(kinds !== undefined && { kinds }),
          ...(path !== undefined && { path }),
        };
        let rest: Rest = {};
        const page = await pages.page({
          requestKey: requestKeyOf(name, query, JSON.stringify([kind, path])),
          cursor,
          pageSize: Math.min(pageSize, MAX_PAGE_SIZE),
          state: navigationState(navigation),
          async whole() {
            const listing = await navigation.likelySymbols(termOf(search), signal);
            if (listing.kind === 'failed') return listing;
            const { items: all, ...missing } = listing.value;
            rest = missing;
            const fitting = searched(navigation, search, all);
            if (fitting.length > 0 && !isCounted(search)) return found(fitting);
            const named = await byQualifiedName(navigation, search, signal);
            return named.kind === 'found' && named.value.length === 0 ? found(fitting) : named;
          },
        });
        if (page.kind === 'failed') return page;
        const { items, nextCursor, total } = page.value;
        const symbols = workspaceSymbolsOf(navigation, items);
        const about = escaped`\`${oneLine(query)}\``;
        const isFiltered = kind !== undefined || path !== undefined;
        const filtered = isFiltered ? escaped` with this \`kind\` and \`path\`` : escaped``;
        if (total === 0)
          return answer(
            { symbols, nextCursor, total },
            joined(
              [
                escaped`No symbol in the workspace matches ${about}${filtered}. ${SHORTER}`,
                ...withoutWhom(rest),
              ],
              '\n',
            ),
          );
        return answer(
          { symbols, nextCursor, total },
          renderPage(
            escaped`symbol`,
            escaped` for ${about}`,
            symbols.map(renderWorkspaceSymbol),
            page.value,
            rest,
          ),
        );
      });
    },
  });
}
