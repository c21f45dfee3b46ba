import { debuglog } from 'node:util';
import {
  applyPatch,
  applyPatchDeclaration,
  Config,
  edit,
  editDeclaration,
  lspCommand,
  readSettings,
  writeFile,
  writeFileDeclaration,
  type NavigationTool,
} from '@vybestack/llxprt-lsp-core';

/** LSP for one session of an agent whose workspace is this folder. */
export async function openLsp(workspaceRoot: string) {
  const navigation = new Map<string, NavigationTool>();
  // the user's files, the workspace's .llxprt/settings.json, and a default of the agent
  const { lsp, problems } = readSettings(workspaceRoot, { report: 'caused' });
  const config = new Config({
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
      editDeclaration,
      writeFileDeclaration,
      applyPatchDeclaration,
      ...navigation.values(),
    ], // for the model, before each request
    tools: { edit, write_file: writeFile, apply_patch: applyPatch },
    navigation,
    // for those three, and for a tool of your own: context.appendDiagnostics(success, request)
    context: config.toolContext(),
    warm: (path: string) => config.getLspServiceClient()?.warm(path), // when the model reads a file
    // at the end of a turn: what it has left broken, for the model
    settle: (how?: 'silently') => config.getLspServiceClient()?.settle(how),
    command: (args: string) =>
      lspCommand(
        args,
        (options) => config.lspState(options),
        (id) => config.restartServers(id),
      ), // the texts of /lsp status and /lsp restart
    close: () => config.shutdown(), // ends every language server
  };
}
