/** Publishes nothing about any document, as a server that only navigates; but about one that says ERROR it does, slowly. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge } from './language.ts';

/** Less than the shortest wait for such a server, ms. */
const SLOW = 300;

function check(uri: string, server: FakeServer): void {
  const found = judge(server.text(uri));
  if (found.length > 0) setTimeout(() => server.publish(uri, found), SLOW);
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument: { uri } }, server) => check(uri, server),
    'textDocument/didChange': ({ textDocument: { uri } }, server) => check(uri, server),
  },
);
