import type { InitializeParams } from 'vscode-languageserver-protocol';
import { toUri } from '../support/paths.ts';
import { CLIENT_CAPABILITIES } from './capabilities.ts';
import type { ServerLaunch } from './launch.ts';
import { workspaceFolder } from './server-requests.ts';

export function initializeParams({ root, initializationOptions }: ServerLaunch): InitializeParams {
  return {
    // Many servers watch this process and exit when it dies.
    processId: process.pid,
    clientInfo: { name: 'llxprt-code-lsp' },
    locale: 'en',
    rootPath: root,
    rootUri: toUri(root),
    workspaceFolders: [workspaceFolder(root)],
    capabilities: CLIENT_CAPABILITIES,
    initializationOptions,
  };
}
