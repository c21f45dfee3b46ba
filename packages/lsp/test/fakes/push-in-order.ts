/** Pushes without versions. What it found in a text it says when the test says `publish`, one text at a time, oldest first, however many came since. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge } from './language.ts';

const waiting: { uri: string; text: string }[] = [];

const take = ({ textDocument: { uri } }: { textDocument: { uri: string } }, server: FakeServer): void => {
  waiting.push({ uri, text: server.text(uri) });
};

const server = await serve(
  { textDocumentSync: INCREMENTAL },
  { 'textDocument/didOpen': take, 'textDocument/didChange': take },
);

server.onCommand('publish', () => {
  const next = waiting.shift();
  if (next !== undefined) server.publish(next.uri, judge(next.text));
});
