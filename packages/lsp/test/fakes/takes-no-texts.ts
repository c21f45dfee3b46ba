/** Pulls, and wants no texts: it judges each file as it is on disk. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

await serve(
  { ...PULLS, textDocumentSync: { openClose: true, change: 0 } },
  {
    'textDocument/diagnostic': ({ textDocument: { uri } }) =>
      fullReport(readFileSync(fileURLToPath(uri), 'utf8')),
  },
);
