/** Asks the client everything a server may ask, with ids of both kinds, and pulls only when all is answered: who leaves one open gets no diagnostics. */

import { PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

const QUESTIONS: [method: string, params?: unknown][] = [
  [
    'workspace/configuration',
    {
      items: [
        { section: 'fake' },
        { section: 'fake.level' },
        { section: 'other' },
        { section: 'nothing.here' },
        {},
      ],
    },
  ],
  [
    'client/registerCapability',
    { registrations: [{ id: 'r1', method: 'fake/unheardOf', registerOptions: {} }] },
  ],
  ['client/unregisterCapability', { unregisterations: [{ id: 'r1', method: 'fake/unheardOf' }] }],
  ['window/workDoneProgress/create', { token: 'load' }],
  ['workspace/applyEdit', { edit: { changes: {} } }],
  ['window/showMessageRequest', { type: 1, message: 'Restart?', actions: [{ title: 'Yes' }] }],
  ['window/showDocument', { uri: 'file:///etc/hosts' }],
  ['workspace/workspaceFolders'],
  ['workspace/diagnostic/refresh'],
  ['workspace/semanticTokens/refresh'],
  ['workspace/codeLens/refresh'],
  ['workspace/inlayHint/refresh'],
  ['fake/unheardOf', {}],
];

const answered = Promise.withResolvers<undefined>();

const server = await serve(PULLS, {
  initialized: async () => {
    await Promise.all(
      QUESTIONS.map(([method, params], n) => server.ask(method, params, n % 2 === 0 ? n : `question ${n}`)),
    );
    answered.resolve(undefined);
  },
  'textDocument/diagnostic': async ({ textDocument }) => {
    await answered.promise;
    return fullReport(server.text(textDocument.uri));
  },
});
