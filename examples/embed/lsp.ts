import { debuglog } from 'node:util';
import * as core from '@vybestack/llxprt-lsp-core';

/** LSP for one session of an agent whose workspace is this folder. */
export async function openLsp(workspaceRoot: string) {
  const navigation = new Map<string, core.NavigationTool>();
  // the user's files, the workspace's .llxprt/settings.json, and a default of the agent
  const { lsp, problems } = core.readSettings(workspaceRoot, { report: 'caused' });
  const config = new core.Config({
    workspaceRoot,
    lsp,
    logger: { debug: debuglog('my-agent') },
    settles: true,
    toolRegistry: {
      registerTool: (tool) => navigation.set(tool.name, tool),
      unregisterTool: (name) => navigation.delete(name),
    },
  });
  await config.initialize(); // a tenth of a second; no language server runs before its first file
  return {
    problems, // settings that do not count, worded for the user
    declarations: () => [
      core.editDeclaration,
      core.writeFileDeclaration,
      core.applyPatchDeclaration,
      ...navigation.values(),
    ], // for the model, before each request
    tools: { edit: core.edit, write_file: core.writeFile, apply_patch: core.applyPatch },
    navigation,
    // for those three, and for a tool of your own: context.appendDiagnostics(success, request)
    context: config.toolContext(),
    warm: (path: string) => config.getLspServiceClient()?.warm(path), // when the model reads a file
    // at the end of a turn: what it has left broken, for the model
    settle: (how?: 'silently') => config.getLspServiceClient()?.settle(how),
    command: (args: string) =>
      core.lspCommand(
        args,
        (options) => config.lspState(options),
        (id) => config.restartServers(id),
      ), // the texts of /lsp status and /lsp restart
    close: () => config.shutdown(), // ends every language server
  };
}
