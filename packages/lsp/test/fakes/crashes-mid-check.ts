/** A well-behaved server that pulls, until a text says `CRASH`: then it dies of the question. */

import { PULLS, serve } from './base.ts';
import { fullReport, order } from './language.ts';

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument }) => {
    const text = server.text(textDocument.uri);
    if (order(text, 'CRASH') !== undefined) {
      process.stderr.write('fake: internal compiler error\n');
      process.exit(2);
    }
    return fullReport(text);
  },
});
