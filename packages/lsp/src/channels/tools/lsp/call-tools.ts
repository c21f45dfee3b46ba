import type { Call } from '../../../backend/navigation/model.ts';
import type { Found, Listing, TextDocumentPosition } from '../../../engine/navigate/found.ts';
import type { Listed, Tool } from '../catalogue.ts';
import type { Sources } from '../sources.ts';
import { parseQuery } from './by-name/symbol-query.ts';
import { resolveSymbol, within } from './resolve-symbol.ts';
import * as json from './json-schemas.ts';
import { MAX_ITEMS } from './limits.ts';
import { renderCalls, type Wording } from './render.ts';
import * as schemas from './schemas.ts';
import { callsOf } from './shapes.ts';
import { answer, lspTool } from './tool.ts';

export function incomingCallsTool(sources: Sources): Tool {
  return callsTool(sources, {
    schemas: schemas.incomingCalls,
    ...json.incomingCalls,
    title: 'Incoming calls',
    description:
      'Find callers (call hierarchy): the functions that call a function or method, and where in them. Use it to see who depends on the behaviour of a function, and to trace how code is reached. Give `symbol`, or `file`, `line` and `character`.',
    wording: { noun: 'caller', link: 'of' },
    ask: (at, cancel) => sources.navigation.incomingCalls(at, cancel),
  });
}

export function outgoingCallsTool(sources: Sources): Tool {
  return callsTool(sources, {
    schemas: schemas.outgoingCalls,
    ...json.outgoingCalls,
    title: 'Outgoing calls',
    description:
      'Find callees (call hierarchy): the functions and methods that a function calls, and where in it. Use it to see what a function depends on before you change, move or test it. Give `symbol`, or `file`, `line` and `character`.',
    wording: { noun: 'callee', link: 'of' },
    ask: (at, cancel) => sources.navigation.outgoingCalls(at, cancel),
  });
}

interface CallsTool extends Listed {
  readonly schemas: typeof schemas.incomingCalls;
  readonly wording: Wording;
  readonly ask: (at: TextDocumentPosition, cancel: AbortSignal) => Promise<Found<Listing<Call>>>;
}

function callsTool({ navigation, config }: Sources, { wording, ask, ...listed }: CallsTool): Tool {
  return lspTool({
    ...listed,
    run(input, cancel) {
      return within<schemas.Calls>(config.navigationTimeout, cancel, async (signal) => {
        const resolved = await resolveSymbol(navigation, parseQuery(input), signal);
        if (resolved.kind === 'undecided') return answer({ calls: [], candidates: resolved.candidates }, resolved.text);
        if (resolved.kind !== 'resolved') return resolved;
        const found = await ask(resolved.at, signal);
        if (found.kind === 'failed') return found;
        const { items, ...rest } = found.value;
        const calls = callsOf(navigation, items.slice(0, MAX_ITEMS));
        return answer({ calls, target: resolved.target }, renderCalls(wording, calls, resolved.target, { ...rest, left: items.length - calls.length }));
      });
    },
  });
}
