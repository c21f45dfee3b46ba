/** Pulls until a text says `DEAF`: from then on it reads nothing more, so that its stdin fills up. */

import { PULLS, serve } from './base.ts';
import { fullReport, order } from './language.ts';

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument }) => {
    const text = server.text(textDocument.uri);
    if (order(text, 'DEAF') !== undefined) {
      process.stdin.pause();
      server.report('deaf');
    }
    return fullReport(text);
  },
});
