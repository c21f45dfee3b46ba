/** Neither `lsp/shutdown` nor the end of stdin nor SIGTERM impresses it. */
import { connect, serve, startLanguageServer } from './protocol.js';

const connection = connect();
startLanguageServer();
process.on('SIGTERM', () => undefined);
setInterval(() => undefined, 60_000);
connection.onRequest('lsp/shutdown', () => new Promise(() => undefined));
connection.onRequest('lsp/check', () => new Promise(() => undefined));
await serve(connection);
