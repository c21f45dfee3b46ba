/** Answers pulls and does not say so; what it publishes for a text is what it found in the one before. */

import type { Diagnostic } from 'vscode-languageserver-protocol';
import { type FakeServer, INCREMENTAL, serve } from './base.ts';
import { fullReport, judge } from './language.ts';

let before: Diagnostic[] = [];

function publish({ uri, version }: { uri: string; version: number }, server: FakeServer): void {
  server.publish(uri, before, version);
  before = judge(server.text(uri));
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument }, server) => {
      publish(textDocument, server);
    },
    'textDocument/didChange': ({ textDocument }, server) => {
      publish(textDocument, server);
    },
    'textDocument/diagnostic': ({ textDocument }, server) => fullReport(server.text(textDocument.uri)),
  },
);
