// A host with one session of a shared service, in a process that can be killed: `node host.mjs WORKSPACE SETTINGS [PACKAGE_DIR]`.
// Prints whether it shares, then answers each line of stdin:
// `{path, text}` with the number of findings, `{path, edit}` with what an edit's result says of them,
// `{tool, args}` with the text of a navigation tool, `{command}` with that of `/lsp`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Config, LSP_DEFAULTS, lspCommand } from '@vybestack/llxprt-lsp-core';

const [workspaceRoot = '', settings = '{}', packageDir] = process.argv.slice(2);
/** @type {string[]} */
const log = [];
/** @type {Map<string, import('@vybestack/llxprt-lsp-core').NavigationTool>} */
const tools = new Map();
/** @param {object} line */
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const lsp = {
  ...LSP_DEFAULTS,
  share: true,
  firstTouchTimeout: 60_000,
  diagnosticTimeout: 60_000,
  ...JSON.parse(settings),
};
const config = new Config({
  workspaceRoot,
  lsp,
  packageDir,
  logger: { debug: (line) => log.push(line) },
  toolRegistry: {
    registerTool: (tool) => void tools.set(tool.name, tool),
    unregisterTool: (name) => void tools.delete(name),
  },
});
await config.initialize();
const client = config.getLspServiceClient();
void client?.over.then(() => say({ over: client.getUnavailableReason() }));
const text = log.join('\n');
say({
  service: Number(/service (\d+) ready/.exec(text)?.[1] ?? 0),
  alone: /not shared: (.*)/.exec(text)?.[1],
});
for await (const line of createInterface(process.stdin)) {
  const { path, text: content, edit, tool, args, command } = JSON.parse(line);
  if (command !== undefined)
    say({
      told: await lspCommand(
        command,
        (options) => config.lspState(options),
        (id) => config.restartServers(id),
      ),
    });
  else if (tool !== undefined) say({ told: (await tools.get(tool)?.execute(args))?.llmContent });
  else if (edit !== undefined) {
    writeFileSync(join(workspaceRoot, path), edit);
    say({
      told: await config
        .toolContext()
        .appendDiagnostics('', { kind: 'edit', files: [{ filePath: path, text: edit }] }),
    });
  } else say({ findings: (await client?.checkFile(path, content))?.length });
}
await config.shutdown();
