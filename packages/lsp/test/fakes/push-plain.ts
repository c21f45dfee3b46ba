/** Pushes without versions. The first publish of a document is empty whatever it holds; what is unchanged is not published again. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge } from './language.ts';

/** How long it takes over a document that it has just been shown, ms: longer than any client should take silence for an answer. */
const COLD = 300;

const published = new Map<string, string>();

function check(uri: string, server: FakeServer): void {
  const found = judge(server.text(uri));
  const said = JSON.stringify(found);
  if (published.get(uri) === said) return;
  published.set(uri, said);
  server.publish(uri, found);
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument: { uri } }, server) => {
      published.set(uri, '[]');
      server.publish(uri, []);
      setTimeout(() => check(uri, server), COLD);
    },
    'textDocument/didChange': ({ textDocument: { uri } }, server) => {
      setTimeout(() => check(uri, server), 20);
    },
  },
);
