// A session that renames `total` to `sum`, warm: argv is the workspace. Each line on stdin is the KILL_AT of one rename, or empty.
import { createInterface } from 'node:readline';
import { Config, LSP_DEFAULTS, renameSymbol } from '@vybestack/llxprt-lsp-core';

const FAR = 60_000;
const [workspaceRoot = ''] = process.argv.slice(2);
const config = new Config({
  workspaceRoot,
  lsp: { ...LSP_DEFAULTS, firstTouchTimeout: FAR, diagnosticTimeout: FAR, otherFilesTimeout: FAR },
  logger: { debug: () => undefined },
});
await config.initialize();
const context = config.toolContext();
const call = { file: 'src/base.ts', symbol: 'total', new_name: 'sum' };
await renameSymbol({ ...call, dry_run: true }, context);
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '') process.env['KILL_AT'] = line;
  const { llmContent, error } = await renameSymbol(call, context);
  process.stdout.write(`${JSON.stringify({ error: error?.type ?? null, text: llmContent })}\n`);
}
await config.shutdown();
