import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import type { NavigationTool, ToolRegistry } from '@vybestack/llxprt-lsp-core';

/** Passed with every tool; pi shows each one once. */
const GUIDELINES = [
  'Use the lsp_* tools to find where a symbol is defined, used, implemented or called: they know it by ' +
    'its name, and know it from others of that name',
  'A <diagnostics> section in the result of an edit says what language servers found afterwards: the ' +
    'edit was made. Fix the errors that you caused. Where it names a fix, like f204518, lsp_fix writes ' +
    'that',
];

type Pi = Pick<ExtensionAPI, 'registerTool' | 'getActiveTools' | 'setActiveTools'>;

/**
 * pi's tools as core's registry.
 *
 * Quirk(pi): no tool can be removed, so a removed one is switched off. A run in progress keeps it
 * nevertheless; there, its answer is that the service has ended.
 */
export function registryOf(pi: Pi): ToolRegistry {
  return {
    registerTool: (tool) => {
      register(pi, tool);
      // Quirk(pi): a tool with a name that pi has seen before in this session stays switched off.
      const active = pi.getActiveTools();
      if (!active.includes(tool.name)) pi.setActiveTools([...active, tool.name]);
    },
    unregisterTool: (name) => pi.setActiveTools(pi.getActiveTools().filter((active) => active !== name)),
  };
}

function register(pi: Pi, tool: NavigationTool): void {
  pi.registerTool({
    name: tool.name,
    label: tool.title,
    description: tool.description,
    promptGuidelines: GUIDELINES,
    // pi's type asks for a TypeBox schema, which is JSON Schema at run time. It also validates and
    // converts by any other JSON Schema.
    parameters: tool.inputSchema,
    async execute(_id, params, signal) {
      const { llmContent, structuredContent, error } = await tool.execute(params, signal);
      // Quirk(pi): a call has failed if it rejects, and the error's message is what the model
      // reads.
      if (error !== undefined) throw new Error(llmContent);
      return { content: [{ type: 'text', text: llmContent }], details: structuredContent };
    },
  });
}
