/**
 * A server that answers where things are while it still loads the project: nothing at first, then a part of it, and all of it once the test has
 * said `loaded` twice. Each line of an open document that begins with the word of the first is a reference; a part is the first of them.
 *
 * It says with `$/progress` that it loads, in two parts; with `--late` it begins when the first document is opened, with `--busy` it gets to saying so
 * later than one would wait. With `--silent` it has loaded everything from the start, and says nothing. With `--pulls` it also answers what is
 * wrong in a file, once it has loaded everything.
 */

import type { Location } from 'vscode-languageserver-protocol';

import { type FakeServer, INCREMENTAL, PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

const isLate = process.argv.includes('--late');
/** How long nobody gets through to it before it says that it loads, ms. */
const away = process.argv.includes('--busy') ? 700 : 0;
const waiting: (() => void)[] = [];
let parts = process.argv.includes('--silent') ? 2 : 0;

const server = await serve(
  {
    ...(process.argv.includes('--pulls') ? PULLS : { textDocumentSync: INCREMENTAL }),
    referencesProvider: true,
    documentSymbolProvider: true,
  },
  {
    initialized: async (_params, fake) => {
      if (!isLate && parts === 0) await begin(fake, 'part 1');
    },
    'textDocument/didOpen': async (_params, fake) => {
      if (isLate && parts === 0) await begin(fake, 'part 1');
    },
    'textDocument/references': ({ textDocument: { uri } }) =>
      references(uri).slice(0, parts === 2 ? Infinity : parts),
    'textDocument/documentSymbol': () => [],
    'textDocument/diagnostic': async ({ textDocument }) => {
      if (parts < 2) await new Promise<void>((resolve) => waiting.push(resolve));
      return fullReport(server.text(textDocument.uri));
    },
  },
);

server.onCommand('loaded', () => {
  parts += 1;
  server.send({ method: '$/progress', params: { token: `part ${parts}`, value: { kind: 'end' } } });
  if (parts === 1) void begin(server, 'part 2');
  else for (const goOn of waiting.splice(0)) goOn();
});

async function begin(fake: FakeServer, title: string): Promise<void> {
  Bun.sleepSync(away);
  await fake.ask('window/workDoneProgress/create', { token: title });
  fake.send({ method: '$/progress', params: { token: title, value: { kind: 'begin', title } } });
  fake.report('begun');
}

function references(uri: string): Location[] {
  const lines = server.text(uri).split('\n');
  const word = lines[0] ?? '';
  return lines.flatMap((text, line) =>
    text.startsWith(word)
      ? [{ uri, range: { start: { line, character: 0 }, end: { line, character: word.length } } }]
      : [],
  );
}
