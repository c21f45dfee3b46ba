/**
 * Pulls, but refuses first: `REFUSE code times retriggerRequest` makes the next so many questions about that text fail,
 * with `{retriggerRequest}` as the error's data where it is given.
 */

import { PULLS, Refusal, serve } from './base.ts';
import { fullReport, order } from './language.ts';

const refused = new Map<string, number>();

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument }) => {
    const text = server.text(textDocument.uri);
    const [code, times, retrigger] = order(text, 'REFUSE')?.split(' ') ?? [];
    const before = refused.get(text) ?? 0;
    if (code === undefined || before >= Number(times)) return fullReport(text);
    refused.set(text, before + 1);
    return new Refusal(
      Number(code),
      'not now',
      retrigger === undefined ? undefined : { retriggerRequest: retrigger === 'true' },
    );
  },
});
