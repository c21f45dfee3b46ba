/** Hangs in initialize until the test says `initialize`; from then on a well-behaved server that pulls. */

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

const told = Promise.withResolvers<undefined>();

const server = await serve(
  {},
  {
    initialize: async () => {
      await told.promise;
      return { capabilities: PULLS };
    },
    'textDocument/diagnostic': ({ textDocument }) => fullReport(server.text(textDocument.uri)),
  },
);

server.onCommand('initialize', () => told.resolve(undefined));
