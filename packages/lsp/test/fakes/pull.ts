/**
 * Well-behaved, by pull. `BREAKS path text` in an open document is an error in that other file, said as a related document and whenever that
 * one is asked about. `unchanged` where the asker already has the answer.
 */

import type { Diagnostic } from 'vscode-languageserver-protocol';

import { PULLS, serve } from './base.ts';
import { judge, order } from './language.ts';

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument: { uri }, previousResultId }) => {
    const broken = brokenElsewhere();
    const items = [...judge(server.text(uri)), ...(broken.get(uri) ?? [])];
    const resultId = Bun.hash(JSON.stringify(items)).toString(36);
    if (resultId === previousResultId) return { kind: 'unchanged', resultId };
    const related = [...broken]
      .filter(([other]) => other !== uri)
      .map(([other, found]) => [other, { kind: 'full', items: found }]);
    return { kind: 'full', resultId, items, relatedDocuments: Object.fromEntries(related) };
  },
});

function brokenElsewhere(): Map<string, Diagnostic[]> {
  const broken = new Map<string, Diagnostic[]>();
  for (const { uri, text } of server.documents.values()) {
    const [path, ...words] = order(text, 'BREAKS')?.split(' ') ?? [];
    if (path !== undefined) broken.set(new URL(path, uri).href, judge(`ERROR ${words.join(' ')}`));
  }
  return broken;
}
