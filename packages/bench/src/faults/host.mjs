/**
 * A host as small as can be: one session, asked over the control socket (agent.mjs). `node host.mjs
 * WORKSPACE COPY SETTINGS`.
 */
import { serve } from './agent.mjs';

const { applyPatch, Config, edit, lspCommand, parseLspSettings, writeFile } =
  await import('@vybestack/llxprt-lsp-core');
const TOOLS = { edit, write_file: writeFile, apply_patch: applyPatch };

const [workspaceRoot = '', copy = '', settings = ''] = process.argv.slice(2);
/** @type {Map<string, import('@vybestack/llxprt-lsp-core').NavigationTool>} */
const navigation = new Map();
const toolRegistry = {
  /** @param {import('@vybestack/llxprt-lsp-core').NavigationTool} tool */
  registerTool: (tool) => void navigation.set(tool.name, tool),
  /** @param {string} name */
  unregisterTool: (name) => void navigation.delete(name),
};
/** @type {string[]} */
const log = [];
const logger = {
  debug: (/** @type {string} */ line) => {
    if (log.length < 1000) log.push(line.slice(0, 300));
  },
};
const config = new Config({
  workspaceRoot,
  lsp: parseLspSettings({ user: JSON.parse(settings) }).lsp,
  logger,
  toolRegistry,
});
/** What every result would be without LSP, on a copy of the same files. */
const plain = new Config({ workspaceRoot: copy, lsp: false, logger });

/** @typedef {{ tool: keyof typeof TOOLS, params: Record<string, unknown> }} Call */

serve({
  open: () => config.initialize(),
  edit: async (/** @type {Call} */ { tool, params }) => {
    const without = await TOOLS[tool](params, plain.toolContext());
    const began = performance.now();
    const { llmContent, error } = await TOOLS[tool](params, config.toolContext());
    return {
      text: llmContent,
      plain: without.llmContent,
      error: error?.message,
      ms: performance.now() - began,
    };
  },
  navigate: async (/** @type {{ name: string, params: Record<string, unknown> }} */ { name, params }) => {
    const began = performance.now();
    const result = await navigation.get(name)?.execute(params);
    return { text: result?.llmContent, error: result?.error?.message, ms: performance.now() - began };
  },
  status: () => lspCommand('status --verbose', (options) => config.lspState(options)),
  close: () => config.shutdown(),
  log: () => log,
});
