import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import type { NavigationTool, ToolRegistry } from '@vybestack/llxprt-lsp-core';

/** Every tool brings them, and pi says each once. */
const GUIDELINES = [
  'Use the lsp_* tools to find where a symbol is defined, used, implemented or called: they know it by its name, and know it from others of that name',
  'A <diagnostics> section in the result of an edit says what language servers found afterwards: the edit was made. Fix the errors that you caused',
];

type Pi = Pick<ExtensionAPI, 'registerTool' | 'getActiveTools' | 'setActiveTools'>;

/**
 * pi's tools as core's registry.
 *
 * Quirk(pi): no tool can be taken out again, so one that is over is switched off. A run that is under way keeps it nevertheless; there, its
 * answer is that the service has ended.
 */
export function registryOf(pi: Pi): ToolRegistry {
  return {
    registerTool: (tool) => {
      register(pi, tool);
      // Quirk(pi): of a name that it has seen before in this session, it leaves the tool switched off.
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
    // What pi asks for is TypeBox's, which is JSON Schema at run time; it judges and converts by any other as well.
    parameters: tool.inputSchema,
    async execute(_id, params, signal) {
      const { llmContent, structuredContent, error } = await tool.execute(params, signal);
      // Quirk(pi): a call has failed if it rejects, and its message is what the model reads.
      if (error !== undefined) throw new Error(llmContent);
      return { content: [{ type: 'text', text: llmContent }], details: structuredContent };
    },
  });
}
