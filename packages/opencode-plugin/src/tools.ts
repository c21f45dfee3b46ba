import type { NavigationTool, ToolRegistry } from '@vybestack/llxprt-lsp-core';
import type { Args, ToolContext, ToolDefinition } from './opencode.js';

/** Collects what core registers; opencode takes the list once. */
export class Tools implements ToolRegistry {
  readonly #tools = new Map<string, NavigationTool>();

  registerTool(tool: NavigationTool): void {
    this.#tools.set(tool.name, tool);
  }

  /** opencode cannot take a tool away. Its answer from here on is that the service has ended. */
  unregisterTool(): void {
    return;
  }

  /** For opencode's list. */
  definitions(): Record<string, ToolDefinition> {
    return Object.fromEntries([...this.#tools].map(([name, tool]) => [name, definitionOf(tool)]));
  }

  schemaOf(name: string): NavigationTool['inputSchema'] | undefined {
    return this.#tools.get(name)?.inputSchema;
  }
}

function definitionOf(tool: NavigationTool): ToolDefinition {
  const { properties } = tool.inputSchema;
  return {
    description: tool.description,
    // Quirk(opencode): it takes all of them for required. The hook `tool.definition` puts that right.
    args: typeof properties === 'object' && properties !== null ? { ...properties } : {},
    async execute(args, context) {
      if (!tool.annotations.readOnlyHint) await permitted(tool, args, context);
      const {
        llmContent,
        returnDisplay,
        structuredContent = {},
        error,
      } = await tool.execute(args, context.abort);
      // A call has failed if it rejects, and the error's message is what the model reads.
      if (error !== undefined) throw new Error(llmContent);
      return { title: returnDisplay, output: llmContent, metadata: structuredContent };
    },
  };
}

/** Asks as opencode's own edit tools do, so that the user's rules for those hold. */
async function permitted({ title }: NavigationTool, args: Args, context: ToolContext): Promise<void> {
  if (args['dry_run'] === true) return;
  const files = ['file', 'from', 'to'].flatMap((key) => (typeof args[key] === 'string' ? [args[key]] : []));
  const filepath = files.join(', ') || title;
  await context.ask({
    permission: 'edit',
    patterns: files.length > 0 ? files : ['*'],
    always: ['*'],
    metadata: { filepath, ...args },
  });
}
