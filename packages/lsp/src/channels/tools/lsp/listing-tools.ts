import { type Escaped, escaped } from '../../../support/escaped.ts';
import type { Call, Place } from '../../../backend/navigation/model.ts';
import type { Found, Listing, TextDocumentPosition } from '../../../engine/navigate/found.ts';
import type { Tool } from '../catalogue.ts';
import type { Sources } from '../sources.ts';
import { MAX_ITEMS } from './limits.ts';
import { renderCalls, renderLocations } from './render.ts';
import * as schemas from './schemas.ts';
import { callsOf, locationsOf } from './shapes.ts';
import { symbolTool, type SymbolTool } from './symbol-tool.ts';
import { answer } from './tool.ts';

export function definitionTool(sources: Sources): Tool {
  return placesTool(sources, escaped`definition`, (at, cancel) => sources.navigation.definition(at, cancel), {
    schemas: schemas.definition,
    title: 'Go to definition',
    description:
      'Go to definition: finds where a function, class, method, variable or type is declared, as the compiler resolves it. It sees through imports, aliases, overloads and same-named symbols elsewhere. Use it instead of searching text for a declaration, before you read or change something that is used here. Give `symbol`, or `file`, `line` and `character`.',
  });
}

export function typeDefinitionTool(sources: Sources): Tool {
  return placesTool(sources, escaped`type definition`, (at, cancel) => sources.navigation.typeDefinition(at, cancel), {
    schemas: schemas.typeDefinition,
    title: 'Go to type definition',
    description:
      'Go to type definition: finds the class, interface or type behind a variable, parameter, field or expression. Use it to learn what members a value has without guessing its type. Give `symbol`, or `file`, `line` and `character`.',
  });
}

export function implementationTool(sources: Sources): Tool {
  return placesTool(sources, escaped`implementation`, (at, cancel) => sources.navigation.implementation(at, cancel), {
    schemas: schemas.implementation,
    title: 'Go to implementations',
    description:
      'Find implementations: all classes and methods that implement an interface, trait, abstract class or method. Use it before you change an interface, and to find the code that runs behind a call through one. Give `symbol`, or `file`, `line` and `character`.',
  });
}

export function incomingCallsTool(sources: Sources): Tool {
  return callsTool(sources, escaped`caller`, (at, cancel) => sources.navigation.incomingCalls(at, cancel), {
    schemas: schemas.incomingCalls,
    title: 'Incoming calls',
    description:
      'Find callers (call hierarchy): the functions that call a function or method, and where in them. Use it to see who depends on the behaviour of a function, and to trace how code is reached. Give `symbol`, or `file`, `line` and `character`.',
  });
}

export function outgoingCallsTool(sources: Sources): Tool {
  return callsTool(sources, escaped`callee`, (at, cancel) => sources.navigation.outgoingCalls(at, cancel), {
    schemas: schemas.outgoingCalls,
    title: 'Outgoing calls',
    description:
      'Find callees (call hierarchy): the functions and methods that a function calls, and where in it. Use it to see what a function depends on before you change, move or test it. Give `symbol`, or `file`, `line` and `character`.',
  });
}

type Ask<Item> = (at: TextDocumentPosition, cancel: AbortSignal) => Promise<Found<Listing<Item>>>;

/** @param noun of one item */
function placesTool({ navigation, config }: Sources, noun: Escaped, ask: Ask<Place>, listed: Pick<SymbolTool<schemas.Locations>, 'schemas' | 'title' | 'description'>): Tool {
  return symbolTool<schemas.Locations>({ navigation, config }, {
    ...listed,
    nothing: { locations: [] },
    async ask({ at, target }, cancel) {
      const found = await ask(at, cancel);
      if (found.kind === 'failed') return found;
      const { items, ...rest } = found.value;
      const locations = locationsOf(navigation, items.slice(0, MAX_ITEMS));
      return answer({ locations, target }, renderLocations({ noun, link: escaped`of` }, locations, target, { ...rest, left: items.length - locations.length }));
    },
  });
}

function callsTool({ navigation, config }: Sources, noun: Escaped, ask: Ask<Call>, listed: Pick<SymbolTool<schemas.Calls>, 'schemas' | 'title' | 'description'>): Tool {
  return symbolTool<schemas.Calls>({ navigation, config }, {
    ...listed,
    nothing: { calls: [] },
    async ask({ at, target }, cancel) {
      const found = await ask(at, cancel);
      if (found.kind === 'failed') return found;
      const { items, ...rest } = found.value;
      const calls = callsOf(navigation, items.slice(0, MAX_ITEMS));
      return answer({ calls, target }, renderCalls({ noun, link: escaped`of` }, calls, target, { ...rest, left: items.length - calls.length }));
    },
  });
}
