/** Says that it pulls only after `initialized`, by registration, and answers nothing before that is acknowledged. */

import { INCREMENTAL, serve, type FakeServer } from './base.ts';
import { fullReport } from './language.ts';

const registered = Promise.withResolvers<undefined>();

await serve(
  { textDocumentSync: INCREMENTAL },
  {
    initialized: async (_, server) => {
      await register(server);
      registered.resolve(undefined);
    },
    'textDocument/diagnostic': async ({ textDocument }, server) => {
      await registered.promise;
      // An editor would be told to pull again after every change; whoever obeys each time never ends.
      void server.ask('workspace/diagnostic/refresh', undefined);
      return fullReport(server.text(textDocument.uri));
    },
  },
);

async function register(server: FakeServer): Promise<void> {
  const registerOptions = {
    documentSelector: null,
    interFileDependencies: true,
    workspaceDiagnostics: false,
  };
  const registrations = [{ id: 'pull', method: 'textDocument/diagnostic', registerOptions }];
  const reply = await server.ask('client/registerCapability', { registrations });
  if (reply.error !== undefined) process.exit(3);
}
