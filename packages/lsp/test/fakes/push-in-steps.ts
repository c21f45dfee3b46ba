/** Pushes what it has found so far, finding by finding, and never settles where the text says `FOREVER`. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge, order } from './language.ts';

/** How often it waits for the client between two pushes: each has been seen, and alone, before the next. */
const ROUND_TRIPS = 10;

let restless: Timer | undefined;

async function check(uri: string, server: FakeServer): Promise<void> {
  clearInterval(restless);
  const found = judge(server.text(uri));
  for (let known = 1; known <= found.length; known += 1) {
    server.publish(uri, found.slice(0, known));
    for (let n = 0; n < ROUND_TRIPS; n += 1) await server.ask('workspace/workspaceFolders', undefined);
  }
  if (order(server.text(uri), 'FOREVER') !== undefined)
    restless = setInterval(() => server.publish(uri, found), 30);
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument }, server) => check(textDocument.uri, server),
    'textDocument/didChange': ({ textDocument }, server) => check(textDocument.uri, server),
  },
);
