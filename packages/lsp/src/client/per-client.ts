import type { LspClient } from './lsp-client.ts';

/** One of something for each client, made when somebody first asks for it: it goes when the client goes. */
export function perClient<T extends object>(make: (client: LspClient) => T): (client: LspClient) => T {
  const made = new WeakMap<LspClient, T>();
  return (client) => {
    const known = made.get(client);
    if (known !== undefined) return known;
    const fresh = make(client);
    made.set(client, fresh);
    return fresh;
  };
}
