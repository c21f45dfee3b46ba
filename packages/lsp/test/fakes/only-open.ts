/** Pulls, and knows only what is open: anything else is `full` with no items, a false clean. Reports after every message how many are open. */

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

const server = await serve(PULLS, {
  'textDocument/didOpen': () => server.report('open', { result: server.documents.size }),
  'textDocument/didClose': () => server.report('open', { result: server.documents.size }),
  'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
});
