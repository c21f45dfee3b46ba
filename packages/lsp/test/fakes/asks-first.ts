/** Asks for its settings once it is initialized, and knows nothing of documents that were opened before it was answered. */

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

let configured = false;
const known = new Set<string>();

await serve(PULLS, {
  initialized: async (_params, server) => {
    // At once: the next message may have come in the same chunk as the answer.
    await server.ask(
      'workspace/configuration',
      { items: [{ section: 'fake' }] },
      'settings',
      () => (configured = true),
    );
  },
  'textDocument/didOpen': ({ textDocument }) => {
    if (configured) known.add(textDocument.uri);
  },
  'textDocument/diagnostic': ({ textDocument }, server) =>
    fullReport(known.has(textDocument.uri) ? server.text(textDocument.uri) : ''),
});
