import type { Mcp } from '../../harness/mcp.ts';
import type { Host } from './play.ts';

/** A host session with its navigation channel. */
export function hostOf(session: Pick<Host, 'request' | 'ask' | 'cancel'>, mcp: Mcp): Host {
  return {
    request: (method, params) => session.request(method, params),
    ask: (method, params) => session.ask(method, params),
    cancel: (id) => {
      session.cancel(id);
    },
    mcp,
  };
}
