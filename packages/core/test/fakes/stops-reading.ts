/** Closes its stdin some time before it ends. */
import { closeSync } from 'node:fs';
import { connect, serve } from './protocol.js';

const connection = connect();
connection.onRequest('lsp/getDiagnosticEpoch', () => {
  process.stdin.destroy();
  closeSync(0);
  setTimeout(() => process.exit(3), 100);
  return 1;
});
await serve(connection);
