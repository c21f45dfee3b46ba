// A host as small as can be: one session, whose tool calls come in on stdin and whose results go out on stdout, a line of JSON each.
// node host.mjs WORKSPACE SETTINGS: the workspace's folder, and the user's settings as JSON.
import { createInterface } from 'node:readline';
import { applyPatch, Config, edit, parseLspSettings, writeFile } from '@vybestack/llxprt-lsp-core';

const TOOLS = { edit, write_file: writeFile, apply_patch: applyPatch };

const [workspaceRoot = '', settings = ''] = process.argv.slice(2);
const { lsp } = parseLspSettings({ user: JSON.parse(settings) });
const config = new Config({ workspaceRoot, lsp, logger: { debug: () => undefined } });
await config.initialize();
for await (const line of createInterface(process.stdin)) {
  const call = /** @type {import('./calls.js').Call} */ (JSON.parse(line));
  console.log(JSON.stringify(await TOOLS[call.tool](call.params, config.toolContext())));
}
await config.shutdown();
