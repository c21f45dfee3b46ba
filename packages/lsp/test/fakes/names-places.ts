/** Pulls. `RELATED json` in a text is the `relatedInformation` of all its errors, as it stands there. */
import { PULLS, serve } from './base.ts';
import { judge, order } from './language.ts';

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument: { uri } }) => {
    const text = server.text(uri);
    const relatedInformation: unknown = JSON.parse(order(text, 'RELATED') ?? 'null');
    return { kind: 'full', items: judge(text).map((item) => ({ ...item, relatedInformation })) };
  },
});
