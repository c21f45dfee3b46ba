/** Its report is the JSON that the first file of the question holds. */
import type { CheckParams } from '../../src/lsp/types.js';
import { connect, endsWhenAsked, serve } from './protocol.js';

const connection = connect();
connection.onRequest('lsp/check', ({ files: [file] }: CheckParams): unknown => JSON.parse(file?.text ?? 'null'));
endsWhenAsked(connection);
await serve(connection);
