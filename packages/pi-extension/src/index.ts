import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import { lspCommand } from '@vybestack/llxprt-lsp-core';

export default function lsp(pi: ExtensionAPI): void {
  pi.registerCommand('lsp', {
    description: 'which language servers run',
    handler: async (args, context) => {
      context.ui.notify(await lspCommand(args, () => Promise.resolve({ kind: 'unavailable', reason: 'not started' })), 'info');
    },
  });
}
