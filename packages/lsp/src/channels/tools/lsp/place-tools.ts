import type { Place } from '../../../backend/navigation/model.ts';
import type { Found, Listing, TextDocumentPosition } from '../../../engine/navigate/found.ts';
import type { Listed, Tool } from '../catalogue.ts';
import type { Sources } from '../sources.ts';
import { parseQuery } from './by-name/symbol-query.ts';
import { resolveSymbol, within } from './resolve-symbol.ts';
import * as json from './json-schemas.ts';
import { MAX_ITEMS } from './limits.ts';
import { renderLocations, type Wording } from './render.ts';
import * as schemas from './schemas.ts';
import { locationsOf } from './shapes.ts';
import { answer, lspTool } from './tool.ts';

export function definitionTool(sources: Sources): Tool {
  return placesTool(sources, {
    schemas: schemas.definition,
    ...json.definition,
    title: 'Go to definition',
    description:
      'Go to definition: finds where a function, class, method, variable or type is declared, as the compiler resolves it. It sees through imports, aliases, overloads and same-named symbols elsewhere. Use it instead of searching text for a declaration, before you read or change something that is used here. Give `symbol`, or `file`, `line` and `character`.',
    wording: { noun: 'definition', link: 'of' },
    ask: (at, cancel) => sources.navigation.definition(at, cancel),
  });
}

export function typeDefinitionTool(sources: Sources): Tool {
  return placesTool(sources, {
    schemas: schemas.typeDefinition,
    ...json.typeDefinition,
    title: 'Go to type definition',
    description:
      'Go to type definition: finds the class, interface or type behind a variable, parameter, field or expression. Use it to learn what members a value has without guessing its type. Give `symbol`, or `file`, `line` and `character`.',
    wording: { noun: 'type definition', link: 'of' },
    ask: (at, cancel) => sources.navigation.typeDefinition(at, cancel),
  });
}

export function implementationTool(sources: Sources): Tool {
  return placesTool(sources, {
    schemas: schemas.implementation,
    ...json.implementation,
    title: 'Go to implementations',
    description:
      'Find implementations: all classes and methods that implement an interface, trait, abstract class or method. Use it before you change an interface, and to find the code that runs behind a call through one. Give `symbol`, or `file`, `line` and `character`.',
    wording: { noun: 'implementation', link: 'of' },
    ask: (at, cancel) => sources.navigation.implementation(at, cancel),
  });
}

interface PlacesTool extends Listed {
  readonly schemas: typeof schemas.definition;
  readonly wording: Wording;
  readonly ask: (at: TextDocumentPosition, cancel: AbortSignal) => Promise<Found<Listing<Place>>>;
}

function placesTool({ navigation, config }: Sources, { wording, ask, ...listed }: PlacesTool): Tool {
  return lspTool({
    ...listed,
    run(input, cancel) {
      return within<schemas.Locations>(config.navigationTimeout, cancel, async (signal) => {
        const resolved = await resolveSymbol(navigation, parseQuery(input), signal);
        if (resolved.kind === 'undecided') return answer({ locations: [], candidates: resolved.candidates }, resolved.text);
        if (resolved.kind !== 'resolved') return resolved;
        const found = await ask(resolved.at, signal);
        if (found.kind === 'failed') return found;
        const { items, ...rest } = found.value;
        const locations = locationsOf(navigation, items.slice(0, MAX_ITEMS));
        const text = renderLocations(wording, locations, resolved.target, { ...rest, left: items.length - locations.length });
        return answer({ locations, target: resolved.target }, text);
      });
    },
  });
}
