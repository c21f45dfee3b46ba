/** Pushes with a version; for a text that says `HUGE` the list is 50 MB long. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge, order } from './language.ts';

const HUGE = 50_000_000;

function check(uri: string, server: FakeServer): void {
  const document = server.documents.get(uri);
  if (document === undefined) return;
  const [first, ...others] = judge(document.text);
  if (first !== undefined && order(document.text, 'HUGE') !== undefined) {
    server.publish(uri, [{ ...first, message: 'x'.repeat(HUGE) }, ...others], document.version);
  } else {
    server.publish(uri, first === undefined ? [] : [first, ...others], document.version);
  }
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument }, server) => check(textDocument.uri, server),
    'textDocument/didChange': ({ textDocument }, server) => check(textDocument.uri, server),
  },
);
