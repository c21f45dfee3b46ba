/** Is killed by the system while it checks, and leaves a language server behind. */
import { connect, serve, startLanguageServer } from './protocol.js';

const connection = connect();
startLanguageServer();
connection.onRequest('lsp/checkFile', () => process.kill(process.pid, 'SIGKILL'));
connection.onRequest('lsp/check', () => new Promise(() => undefined));
await serve(connection);
