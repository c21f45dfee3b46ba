/** Stops for good at the first check: alive, and deaf. */
import { connect, freeze, serve } from './protocol.js';

const connection = connect();
connection.onRequest('lsp/checkFile', freeze);
await serve(connection);
