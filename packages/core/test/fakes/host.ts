/** A host of its own: starts the sidecar that its arguments name, says which, and ends as it is told. */
import { LspServiceClient } from '../../src/lsp/lsp-service-client.js';
import { LSP_DEFAULTS } from '../../src/lsp/types.js';

const [packageDir = '', bunPath = '', ending = ''] = process.argv.slice(2);
const log: string[] = [];
const client = new LspServiceClient({
  workspaceRoot: packageDir,
  config: { ...LSP_DEFAULTS, includeSeverities: ['error'] },
  logger: { debug: (message) => log.push(message) },
  bunPath,
  packageDir,
});
await client.start();
console.log(log.map((line) => /service (\d+) ready/.exec(line)?.[1] ?? '').join(''));
if (ending === 'exit') process.exit(0);
if (ending === 'throw') throw new Error('the host has a bug');
if (ending === 'kill all') {
  LspServiceClient.killAll();
  process.kill(process.pid, 'SIGKILL');
}
