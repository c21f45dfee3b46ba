/** Is killed by the system while it checks, and leaves a language server behind. */
import { connect, serve, startLanguageServer } from './protocol.js';

const connection = connect();
startLanguageServer();
connection.onRequest('lsp/checkFile', () => process.kill(process.pid, 'SIGKILL'));
for (const method of ['lsp/check', 'lsp/checkProject'])
  connection.onRequest(method, () => new Promise(() => undefined));
await serve(connection);
