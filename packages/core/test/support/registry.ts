import type { NavigationResult, NavigationTool, ToolRegistry } from '../../src/host.js';

/** A host's registry, as small as can be. */
export class Registry implements ToolRegistry {
  readonly tools = new Map<string, NavigationTool>();
  /** In the order in which it happened: `+name`, `-name`. */
  readonly events: string[] = [];

  #waiters: { readonly name: string; readonly resolve: () => void }[] = [];

  registerTool(tool: NavigationTool): void {
    this.events.push(`+${tool.name}`);
    this.tools.set(tool.name, tool);
    for (const { name, resolve } of this.#waiters) if (name === tool.name) resolve();
    this.#waiters = this.#waiters.filter(({ name }) => name !== tool.name);
  }

  /** Resolves once a tool of that name is registered: on a slow machine that may be after `initialize`. */
  registered(name: string): Promise<void> {
    if (this.tools.has(name)) return Promise.resolve();
    return new Promise((resolve) => void this.#waiters.push({ name, resolve }));
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

  /** Waits for a tool that is not there yet: see {@link registered}. */
  call(name: string, params?: unknown, signal?: AbortSignal): Promise<NavigationResult> {
    const execute = (): Promise<NavigationResult> => this.tool(name).execute(params, signal);
    return this.tools.has(name) ? execute() : this.registered(name).then(execute);
  }
}
