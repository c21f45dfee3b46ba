import { type Escaped, escaped, joined, oneLine, quoteLines } from '../../../support/escaped.ts';
import { installedPlace } from '../../../backend/installed-place.ts';
import type { Call, Place } from '../../../backend/model.ts';
import type { Found, Listing, TextDocumentPosition } from '../../../engine/navigate/found.ts';
import type { Tool } from '../catalogue.ts';
import type { Sources } from '../sources.ts';
import { signatureOf } from './hover-content.ts';
import { MAX_ITEMS, MAX_NAME } from './limits.ts';
import { renderCalls, renderLocations, renderNothing } from './render.ts';
import * as schemas from './schemas.ts';
import { callsOf, locationsOf } from './shapes.ts';
import { symbolTool, type SymbolTool } from './symbol-tool.ts';
import { answer } from './tool.ts';

export function definitionTool(sources: Sources): Tool {
  return placesTool(
    sources,
    escaped`definition`,
    (at, cancel) => sources.navigation.definition(at, cancel),
    schemas.definition,
  );
}

export function typeDefinitionTool(sources: Sources): Tool {
  return placesTool(
    sources,
    escaped`type definition`,
    (at, cancel) => sources.navigation.typeDefinition(at, cancel),
    schemas.typeDefinition,
  );
}

export function implementationTool(sources: Sources): Tool {
  return placesTool(
    sources,
    escaped`implementation`,
    (at, cancel) => sources.navigation.implementation(at, cancel),
    schemas.implementation,
  );
}

export function incomingCallsTool(sources: Sources): Tool {
  return callsTool(
    sources,
    escaped`caller`,
    (at, cancel) => sources.navigation.incomingCalls(at, cancel),
    schemas.incomingCalls,
  );
}

export function outgoingCallsTool(sources: Sources): Tool {
  return callsTool(
    sources,
    escaped`callee`,
    (at, cancel) => sources.navigation.outgoingCalls(at, cancel),
    schemas.outgoingCalls,
  );
}

type Ask<Item> = (at: TextDocumentPosition, cancel: AbortSignal) => Promise<Found<Listing<Item>>>;

/** @param noun of one item */
function placesTool(
  { navigation, config }: Sources,
  noun: Escaped,
  ask: Ask<Place>,
  described: SymbolTool<schemas.Locations>['schemas'],
): Tool {
  return symbolTool<schemas.Locations>(
    { navigation, config },
    {
      schemas: described,
      nothing: { locations: [] },
      async ask({ at, target }, cancel) {
        const found = await ask(at, cancel);
        if (found.kind === 'failed') return found;
        const { items, ...rest } = found.value;
        if (items.length === 0 && rest.installed !== undefined) {
          // What it looks like is all that can be known of it.
          const hover = await navigation.hover(at, cancel);
          const signature =
            hover.kind === 'found' && hover.value ? [quoteLines(signatureOf(hover.value))] : [];
          const where = renderNothing({ noun, link: escaped`of` }, target, rest);
          return answer(
            { locations: [], installed: rest.installed.map((one) => oneLine(one, MAX_NAME)), target },
            joined([where, ...signature], '\n'),
          );
        }
        const locations = locationsOf(navigation, items.slice(0, MAX_ITEMS));
        const packages = packagesOf(items);
        const text = renderLocations({ noun, link: escaped`of` }, locations, target, {
          ...rest,
          left: items.length - locations.length,
        });
        return answer(
          { locations, ...(packages.length > 0 && { installed: packages }), target },
          joined([text, ...packages.map((one) => escaped`(of ${one})`)], '\n'),
        );
      },
    },
  );
}

/** Folders of the workspace that packages are installed in. */
const INSTALLED = /[/\\](?:node_modules|site-packages|dist-packages|vendor)[/\\]/;

/** The packages, with their versions, of places in them. */
function packagesOf(places: readonly Place[]): Escaped[] {
  const found = places.flatMap(({ path }) => (INSTALLED.test(path) ? (installedPlace(path) ?? []) : []));
  const named = found.flatMap(({ name, version }) => (version === undefined ? [] : `${name} ${version}`));
  return [...new Set(named)].map((one) => oneLine(one, MAX_NAME));
}

function callsTool(
  { navigation, config }: Sources,
  noun: Escaped,
  ask: Ask<Call>,
  described: SymbolTool<schemas.Calls>['schemas'],
): Tool {
  return symbolTool<schemas.Calls>(
    { navigation, config },
    {
      schemas: described,
      nothing: { calls: [] },
      async ask({ at, target }, cancel) {
        const found = await ask(at, cancel);
        if (found.kind === 'failed') return found;
        const { items, ...rest } = found.value;
        const calls = callsOf(navigation, items.slice(0, MAX_ITEMS));
        return answer(
          { calls, target },
          renderCalls({ noun, link: escaped`of` }, calls, target, {
            ...rest,
            left: items.length - calls.length,
          }),
        );
      },
    },
  );
}
