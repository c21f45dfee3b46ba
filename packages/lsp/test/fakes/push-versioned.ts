/**
 * Pushes with the version it judged. Before each answer comes the one for the version before, late. `BREAKS path text`
 * and `MENDS path` also publish for that other file, which is not open and so has no version.
 */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge, order } from './language.ts';

const before = new Map<string, { version: number; text: string }>();

function check(uri: string, server: FakeServer): void {
  const document = server.documents.get(uri);
  if (document === undefined) return;
  const { text, version } = document;
  const late = before.get(uri);
  before.set(uri, { version, text });
  if (late !== undefined) server.publish(uri, judge(late.text), late.version);
  setImmediate(() => {
    publishOthers(uri, text, server);
    server.publish(uri, judge(text), version);
  });
}

function publishOthers(uri: string, text: string, server: FakeServer): void {
  const [broken, ...words] = order(text, 'BREAKS')?.split(' ') ?? [];
  if (broken !== undefined) server.publish(new URL(broken, uri).href, judge(`ERROR ${words.join(' ')}`));
  const mended = order(text, 'MENDS');
  if (mended !== undefined) server.publish(new URL(mended, uri).href, []);
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument }, server) => check(textDocument.uri, server),
    'textDocument/didChange': ({ textDocument }, server) => check(textDocument.uri, server),
  },
);
