import type { NavigationResult, NavigationTool, ToolRegistry } from '../../src/host.js';

/** A host's registry, as small as can be. */
export class Registry implements ToolRegistry {
  readonly tools = new Map<string, NavigationTool>();
  /** In the order in which it happened: `+name`, `-name`. */
  readonly events: string[] = [];

  registerTool(tool: NavigationTool): void {
    this.events.push(`+${tool.name}`);
    this.tools.set(tool.name, tool);
  }

  unregisterTool(name: string): void {
    this.events.push(`-${name}`);
    this.tools.delete(name);
  }

  get names(): string[] {
    return [...this.tools.keys()];
  }

  /** What the host still holds of a tool works after it has been unregistered, too. */
  tool(name: string): NavigationTool {
    const tool = this.tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}; there are ${this.names.join(', ') || 'none'}`);
    return tool;
  }

  call(name: string, params?: unknown, signal?: AbortSignal): Promise<NavigationResult> {
    return this.tool(name).execute(params, signal);
  }
}
