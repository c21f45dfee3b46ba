/**
 * Pulls. A text that says `GROW n` makes its process take n MiB more, for good. One that says
 * `WORK` has no answer.
 */

import { PULLS, serve } from './base.ts';
import { fullReport, order } from './language.ts';

const MIB = 2 ** 20;
const held: Buffer[] = [];

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument }) => {
    const text = server.text(textDocument.uri);
    // Written to, so that the pages are there.
    held.push(Buffer.alloc(Number((order(text, 'GROW') ?? '0').split(' ')[0]) * MIB, 1));
    return order(text, 'WORK') === undefined ? fullReport(text) : new Promise(() => undefined);
  },
});
