/** Writes 8 MiB to stderr before it is ready, and as much before each answer. */
import { writeSync } from 'node:fs';
import { connect, endsWhenAsked, serve } from './protocol.js';

const connection = connect();
const flood = (): void => {
  const line = `${'noise '.repeat(170)}\n`;
  for (let size = 0; size < 8 * 1024 * 1024; size += line.length) writeSync(2, line);
};
connection.onRequest('lsp/getDiagnosticEpoch', () => {
  flood();
  return 5;
});
endsWhenAsked(connection);
flood();
await serve(connection);
