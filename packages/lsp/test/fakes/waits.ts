/**
 * Pulls, and knows a file's symbols; waits with the answer to whatever method it was told to (`hold`, the method as its path) until it is told to `go on`. Leaves
 * a folder with a file among the temporary files, as typescript-language-server does, and does not start where it cannot.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

const held = new Set<string>();
const waiting: (() => void)[] = [];

const folder = join(tmpdir(), crypto.randomUUID().replaceAll('-', ''));
mkdirSync(folder);
writeFileSync(join(folder, 'cache'), 'x'.repeat(8192));

const server = await serve(
  { ...PULLS, documentSymbolProvider: true },
  {
    'textDocument/diagnostic': ({ textDocument }) =>
      whenAllowed('textDocument/diagnostic', () => fullReport(server.text(textDocument.uri))),
    'textDocument/documentSymbol': () =>
      whenAllowed('textDocument/documentSymbol', () => {
        const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
        return [{ name: 'first', kind: 13, range, selectionRange: range }];
      }),
    shutdown: () => whenAllowed('shutdown', () => null),
  },
);

async function whenAllowed(method: string, answer: () => unknown): Promise<unknown> {
  if (held.has(method)) {
    server.report('waits', { path: method });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  return answer();
}

server.onCommand('hold', ({ path = '' }) => {
  held.add(path);
  server.report('holds', { path });
});

server.onCommand('go on', () => {
  held.clear();
  for (const go of waiting.splice(0)) go();
});
