/** Pushes without versions, once for each text, clean ones too. */

import { type FakeServer, INCREMENTAL, serve } from './base.ts';
import { judge } from './language.ts';

function publish(uri: string, server: FakeServer): void {
  server.publish(uri, judge(server.text(uri)));
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument }, server) => {
      publish(textDocument.uri, server);
    },
    'textDocument/didChange': ({ textDocument }, server) => {
      publish(textDocument.uri, server);
    },
  },
);
