import { escaped, inline } from '../../../support/escaped.ts';
import type { Place } from '../../../backend/model.ts';
import { found } from '../../../engine/navigate/found.ts';
import type { Tool } from '../catalogue.ts';
import { type Pages, requestKeyOf } from '../paging/pages.ts';
import { navigationState } from '../paging/state.ts';
import type { Sources } from '../sources.ts';
import { canonical, parseQuery } from '../../../engine/navigate/by-name/symbol-query.ts';
import { resolveSymbol, within } from './resolve-symbol.ts';
import { Holders } from './holders.ts';
import { MAX_NAME, MAX_PAGE_SIZE, PAGE_SIZES } from './limits.ts';
import { named, renderedReferences, renderPage, renderReferences, type Rest } from './render.ts';
import * as schemas from './schemas.ts';
import { locationsOf } from './shapes.ts';
import { answer, lspTool } from './tool.ts';

const WORDING = { noun: escaped`reference`, link: escaped`to` };

export function referencesTool({ navigation, config }: Sources, pages: Pages): Tool {
  const { name } = schemas.references;
  const allHolders = new Holders(navigation);
  return lspTool({
    schemas: schemas.references,
    run(
      { includeDeclaration = true, groupBy, pageSize = PAGE_SIZES.references, cursor = null, ...input },
      cancel,
    ) {
      return within<schemas.References>(config.navigationTimeout, cancel, async (signal) => {
        const query = canonical(navigation, parseQuery(input));
        if (query.kind === 'unclear' || query.kind === 'failed') return query;
        // On further pages the list is already computed, and no server is asked.
        const resolved = cursor === null ? await resolveSymbol(navigation, query, signal) : undefined;
        if (resolved?.kind === 'failed' || resolved?.kind === 'unclear') return resolved;
        if (resolved?.kind === 'undecided')
          return answer(
            { locations: [], candidates: resolved.candidates, nextCursor: null, total: 0 },
            resolved.text,
          );
        let rest: Rest = {};
        const page = await pages.page<Place>({
          requestKey: requestKeyOf(name, JSON.stringify(query), includeDeclaration),
          cursor,
          pageSize: Math.min(pageSize, MAX_PAGE_SIZE),
          state: navigationState(navigation),
          async whole() {
            if (resolved === undefined) return found([]);
            const listing = await navigation.references(resolved.at, includeDeclaration, signal);
            if (listing.kind === 'failed') return listing;
            const { items: places, ...missing } = listing.value;
            rest = missing;
            return found(places);
          },
        });
        if (page.kind === 'failed') return page;
        const { items, nextCursor, total } = page.value;
        const holders = await allHolders.of(items, groupBy === 'symbol', signal);
        const locations = locationsOf(navigation, items).map((location, index): schemas.Reference => {
          const holder = holders[index];
          return holder === undefined ? location : { ...location, container: inline(holder, MAX_NAME) };
        });
        const value = {
          locations,
          nextCursor,
          total,
          ...(resolved !== undefined && { target: resolved.target }),
        };
        if (resolved !== undefined && nextCursor === null)
          return answer(value, renderReferences(WORDING, locations, resolved.target, rest, groupBy));
        const about = named(WORDING, resolved?.target.name ?? input.symbol);
        return answer(
          value,
          renderPage(
            WORDING.noun,
            about,
            renderedReferences(locations, groupBy),
            page.value,
            rest,
            items.length,
          ),
        );
      });
    },
  });
}
