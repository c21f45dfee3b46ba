/** Pulls, and registers to be told of changed files: `**\/*.fake` by a plain glob, `lib/*.txt` by one relative to its root; creations and deletions only. */

import type { InitializeParams } from 'vscode-languageserver-protocol';

import { serve } from './base.ts';
import { fullReport } from './language.ts';

const registered = Promise.withResolvers<undefined>();
let root: InitializeParams['rootUri'] = null;

const server = await serve(
  {},
  {
    initialize: (params) => {
      root = params.rootUri;
      const textDocumentSync = { openClose: true, change: 2, save: { includeText: true } };
      return {
        capabilities: {
          textDocumentSync,
          diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
        },
      };
    },
    initialized: async () => {
      const watchers = [
        { globPattern: '**/*.fake' },
        { globPattern: { baseUri: root, pattern: 'lib/*.txt' }, kind: 1 | 4 },
      ];
      const registration = {
        id: 'watch',
        method: 'workspace/didChangeWatchedFiles',
        registerOptions: { watchers },
      };
      await server.ask('client/registerCapability', { registrations: [registration] });
      registered.resolve(undefined);
    },
    'textDocument/diagnostic': async ({ textDocument }) => {
      await registered.promise;
      return fullReport(server.text(textDocument.uri));
    },
  },
);
