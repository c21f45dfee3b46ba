/** Learns its settings from `workspace/didChangeConfiguration` alone, and finds the word that `fake.word` names. */

import { PULLS, serve } from './base.ts';

let word: string | undefined;

await serve(PULLS, {
  'workspace/didChangeConfiguration': ({ settings }) => {
    word = (settings as { fake?: { word?: string } }).fake?.word;
  },
  'textDocument/diagnostic': ({ textDocument }, server) => {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const found = word !== undefined && server.text(textDocument.uri).includes(word);
    return { kind: 'full', items: found ? [{ range, message: word }] : [] };
  },
});
