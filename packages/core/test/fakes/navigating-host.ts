/** A host that has navigation tools, uses one, closes its session and has nothing more to do. */
import { Config } from '../../src/config/config.js';
import { LSP_DEFAULTS } from '../../src/lsp/types.js';
import { Registry } from '../support/registry.js';

const [packageDir = '', bunPath = ''] = process.argv.slice(2);
const toolRegistry = new Registry();
const config = new Config({
  workspaceRoot: packageDir,
  lsp: { ...LSP_DEFAULTS, includeSeverities: ['error'] },
  logger: { debug: () => undefined },
  bunPath,
  packageDir,
  toolRegistry,
});
await config.initialize();
const waiting = toolRegistry.call('lsp_wait');
const { structuredContent } = await toolRegistry.call('lsp_echo', { at: 1 });
await config.shutdown();
console.log(JSON.stringify([structuredContent, (await waiting).error?.type]));
