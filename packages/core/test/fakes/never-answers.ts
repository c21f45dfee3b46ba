/** Checks never end, unless they are cancelled; the epoch counts those. */
import type { CancellationToken } from 'vscode-jsonrpc/node';
import { connect, endsWhenAsked, serve } from './protocol.js';

const connection = connect();
let cancelled = 0;
for (const method of ['lsp/check', 'lsp/propose', 'lsp/checkFile', 'lsp/checkProject', 'lsp/session']) {
  connection.onRequest(method, (_params: object, token: CancellationToken) => {
    token.onCancellationRequested(() => (cancelled += 1));
    return new Promise(() => undefined);
  });
}
connection.onRequest('lsp/status', () => {
  throw new Error('no status today');
});
connection.onRequest('lsp/getDiagnosticEpoch', () => cancelled);
endsWhenAsked(connection);
await serve(connection);
