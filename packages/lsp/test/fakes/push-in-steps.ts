/** Pushes what it has found so far, finding by finding, and never settles where the text says `FOREVER`. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge, order } from './language.ts';

let restless: Timer | undefined;

function check(uri: string, server: FakeServer): void {
  clearInterval(restless);
  const found = judge(server.text(uri));
  let step = 0;
  const next = (): void => {
    step += 1;
    server.publish(uri, found.slice(0, step));
    if (step < found.length) setImmediate(next);
    else if (order(server.text(uri), 'FOREVER') !== undefined) restless = setInterval(() => server.publish(uri, found), 30);
  };
  next();
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument }, server) => check(textDocument.uri, server),
    'textDocument/didChange': ({ textDocument }, server) => check(textDocument.uri, server),
  },
);
