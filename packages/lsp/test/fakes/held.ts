/**
 * Pulls, but holds its answer to a text that says `HOLD` (or `HOLD id`, for the server of that id alone) until the test says
 * `answer`; then answers for the text as it was when asked, oldest question first. With `--as-it-is` for the text as it is by then, and
 * what has been closed meanwhile is clean.
 */

import { fileURLToPath } from 'node:url';

import { PULLS, serve } from './base.ts';
import { fullReport, order } from './language.ts';

const held: (() => void)[] = [];

const server = await serve(PULLS, {
  'textDocument/diagnostic': async ({ textDocument }) => {
    const text = server.text(textDocument.uri);
    const whom = order(text, 'HOLD');
    if (whom === '' || whom === process.env['FAKE_NAME'])
      await new Promise<void>((resolve) => held.push(resolve));
    server.report('answering', { path: fileURLToPath(textDocument.uri) });
    return fullReport(process.argv.includes('--as-it-is') ? server.text(textDocument.uri) : text);
  },
});

server.onCommand('answer', () => {
  for (const answer of held.splice(0)) answer();
});
