/** Pulls; every message goes out byte by byte, so that no character, header or body arrives whole. */

import { writeSync } from 'node:fs';

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

process.stdout.write = (chunk: string | Uint8Array): boolean => {
  for (const byte of Buffer.from(chunk)) writeSync(1, Buffer.from([byte]));
  return true;
};

const server = await serve(PULLS, {
  'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
});
