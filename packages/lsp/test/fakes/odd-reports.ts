/** Pulls; `REPORT json` in a text is what it answers about it, with a `resultId` of its own for everything else. */

import { PULLS, serve } from './base.ts';
import { judge, order } from './language.ts';

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument }) => {
    const text = server.text(textDocument.uri);
    const report = order(text, 'REPORT');
    return report === undefined
      ? { kind: 'full', resultId: 'same for all', items: judge(text) }
      : (JSON.parse(report) as unknown);
  },
});
