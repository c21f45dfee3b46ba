/** Pulls, and also pushes an opinion of its own about the same document, which no pull confirms. */

import { PULLS, serve } from './base.ts';
import { judge } from './language.ts';

await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument: { uri } }, server) => {
    server.publish(uri, judge('ERROR only pushed'));
    // gopls writes an empty kind and means `full`.
    return { kind: '', items: judge(server.text(uri)) };
  },
});
