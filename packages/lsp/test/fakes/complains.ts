/** Pulls; asked about a text with `COMPLAIN reason` it shows the user that reason and answers nothing. */

import { PULLS, Refusal, serve } from './base.ts';
import { fullReport, order } from './language.ts';

await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument: { uri } }, server) => {
    const text = server.text(uri);
    const reason = order(text, 'COMPLAIN');
    if (reason === undefined) return fullReport(text);
    server.send({ method: 'window/showMessage', params: { type: 1, message: reason } });
    server.send({ method: 'window/showMessage', params: { type: 2, message: 'only a warning' } });
    return new Refusal(0, 'no views');
  },
});
