/** Pushes with a version, under URIs that spell the same file in another way: every character that may be escaped is. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge } from './language.ts';

function check(uri: string, server: FakeServer): void {
  const document = server.documents.get(uri);
  if (document !== undefined) server.publish(respelled(uri), judge(document.text), document.version);
}

function respelled(uri: string): string {
  const escape = (part: string): string =>
    part.replace(/[^a-z]/giu, (char) =>
      [...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  const path = decodeURIComponent(new URL(uri).pathname);
  return `file://${path.split('/').map(escape).join('/')}`;
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument }, server) => check(textDocument.uri, server),
    'textDocument/didChange': ({ textDocument }, server) => check(textDocument.uri, server),
  },
);
