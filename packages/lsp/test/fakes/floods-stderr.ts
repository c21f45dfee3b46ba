/** Writes 4 MiB to stderr inside initialize, synchronously: it stops there if nobody reads. */

import { writeSync } from 'node:fs';

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

const server = await serve(
  {},
  {
    initialize: () => {
      const line = Buffer.from(`${'warning: '.repeat(100)}\n`);
      for (let written = 0; written < 4 * 1024 * 1024; written += line.length) writeSync(2, line);
      writeSync(2, 'fake: that was all\n');
      return { capabilities: PULLS };
    },
    'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
  },
);
