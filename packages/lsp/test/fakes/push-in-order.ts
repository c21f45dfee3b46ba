/** Pushes without versions. What it found in a text it says when the test says `publish`, one text at a time, oldest first, however many came since; with `go-on` about all, and from then on at once. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge } from './language.ts';

const waiting: { uri: string; text: string }[] = [];

let isAtOnce = false;

const publish = (server: FakeServer): void => {
  const next = waiting.shift();
  if (next !== undefined) server.publish(next.uri, judge(next.text));
};

const take = ({ textDocument: { uri } }: { textDocument: { uri: string } }, server: FakeServer): void => {
  waiting.push({ uri, text: server.text(uri) });
  if (isAtOnce) publish(server);
};

const server = await serve(
  { textDocumentSync: INCREMENTAL },
  { 'textDocument/didOpen': take, 'textDocument/didChange': take },
);

server.onCommand('publish', () => {
  publish(server);
});
server.onCommand('go-on', () => {
  isAtOnce = true;
  while (waiting.length > 0) publish(server);
});
