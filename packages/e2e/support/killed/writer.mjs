// A session that applies one patch: argv is the workspace and the patch. Prints what a model would read.
import { applyPatch } from '@vybestack/llxprt-lsp-core';

const [workspaceRoot = '', patch = ''] = process.argv.slice(2);
const { llmContent } = await applyPatch(
  { patch },
  { workspaceRoot, appendDiagnostics: (success) => Promise.resolve(success) },
);
process.stdout.write(llmContent);
