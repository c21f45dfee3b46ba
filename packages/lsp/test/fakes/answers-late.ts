/** Pulls, but answers a question only when the next one has come, with what the text was then; ignores `$/cancelRequest`. The first is answered at once. */

import { PULLS, serve, type FakeServer } from './base.ts';
import { fullReport } from './language.ts';

const late: (() => void)[] = [];
let asked = 0;

await serve(PULLS, {
  'textDocument/diagnostic': async ({ textDocument }, server: FakeServer) => {
    const report = fullReport(server.text(textDocument.uri));
    asked += 1;
    if (asked % 2 === 0) await new Promise<void>((resolve) => late.push(resolve));
    for (const answer of late.splice(0)) answer();
    return report;
  },
});
