/** A stray print lands on the wire. */
import { connect, serve, startLanguageServer } from './protocol.js';

const connection = connect();
startLanguageServer();
connection.onRequest('lsp/checkFile', () => {
  process.stdout.write('Segmentation: 1\r\n\r\n');
  return new Promise(() => undefined);
});
await serve(connection);
