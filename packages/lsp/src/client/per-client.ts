import type { LspClient } from './lsp-client.ts';

/** One object for each client, made on first use. It is released with the client. */
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
