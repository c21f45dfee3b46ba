// A host with one session of a shared service, in a process that can be killed: `node host.mjs WORKSPACE SETTINGS [PACKAGE_DIR]`.
// Reads `{path, text}` from stdin, a line each, and prints the number of findings; before that, whether it shares.
import { createInterface } from 'node:readline';
import { Config, LSP_DEFAULTS } from '@vybestack/llxprt-lsp-core';

const [workspaceRoot = '', settings = '{}', packageDir] = process.argv.slice(2);
/** @type {string[]} */
const log = [];
/** @param {object} line */
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const lsp = {
  ...LSP_DEFAULTS,
  share: true,
  firstTouchTimeout: 60_000,
  diagnosticTimeout: 60_000,
  ...JSON.parse(settings),
};
const config = new Config({ workspaceRoot, lsp, packageDir, logger: { debug: (line) => log.push(line) } });
await config.initialize();
const client = config.getLspServiceClient();
void client?.over.then(() => say({ over: client.getUnavailableReason() }));
const text = log.join('\n');
say({
  service: Number(/service (\d+) ready/.exec(text)?.[1] ?? 0),
  alone: /not shared: (.*)/.exec(text)?.[1],
});
for await (const line of createInterface(process.stdin)) {
  const { path, text: content } = JSON.parse(line);
  say({ findings: (await client?.checkFile(path, content))?.length });
}
await config.shutdown();
