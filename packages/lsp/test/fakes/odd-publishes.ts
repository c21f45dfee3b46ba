/** Pushes what is no publish at all, then what it found, with null for the version. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { judge } from './language.ts';

const RUBBISH: unknown[] = [
  null,
  [],
  {},
  { uri: 7, diagnostics: [] },
  { uri: 'file:///%E0%A4%A', diagnostics: [] },
  { uri: 'file://elsewhere/a.fake', diagnostics: [] },
  { uri: 'untitled:Untitled-1', diagnostics: [] },
  { uri: 'file:///a%00b.fake', diagnostics: [] },
  { uri: 'file:///etc/hosts', diagnostics: null },
];

function check(uri: string, server: FakeServer): void {
  for (const params of [...RUBBISH, { uri, diagnostics: 'none' }])
    server.send({ method: 'textDocument/publishDiagnostics', params });
  server.send({
    method: 'textDocument/publishDiagnostics',
    params: { uri, version: null, diagnostics: judge(server.text(uri)) },
  });
}

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    'textDocument/didOpen': ({ textDocument }, server) => check(textDocument.uri, server),
    'textDocument/didChange': ({ textDocument }, server) => check(textDocument.uri, server),
  },
);
