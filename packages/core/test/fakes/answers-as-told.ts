/** Its reports are the JSON that the first file of the last check holds; the epoch counts those about the session. */
import type { CheckParams, ProposeParams } from '../../src/lsp/types.js';
import { connect, endsWhenAsked, serve } from './protocol.js';

const connection = connect();
let told: unknown = null;
let sessions = 0;
connection.onRequest(
  'lsp/check',
  ({ files: [file] }: CheckParams): unknown => (told = JSON.parse(file?.text ?? 'null')),
);
connection.onRequest('lsp/propose', ({ files: [file] }: ProposeParams): unknown =>
  JSON.parse(file?.text ?? 'null'),
);
connection.onRequest('lsp/session', (): unknown => {
  sessions += 1;
  return told;
});
connection.onRequest('lsp/getDiagnosticEpoch', () => sessions);
endsWhenAsked(connection);
await serve(connection);
