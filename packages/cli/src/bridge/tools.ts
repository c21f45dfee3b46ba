import { setTimeout as delay } from 'node:timers/promises';
import { applyPatch, applyPatchDeclaration, comparePatchesTool, fix, fixDeclaration, type NavigationTool, renameSymbol, renameSymbolDeclaration, type ToolContext, type ToolDeclaration, type ToolResult } from '@vybestack/llxprt-lsp-core';
import type { Implementation, Result } from '@modelcontextprotocol/sdk/types.js';
import type { Params, ToolSource } from '../serve/tool-server.js';
import { version } from '../package.js';
import { unavailable, type BridgeService } from './service.js';
import { listedFor, resultFor } from './tool-results.js';

/**
 * How long `tools/list` waits for the tools of a service that starts, ms. If they come later, the
 * host is notified.
 */
const TOOLS_TIMEOUT = 2000;

/** A tool of core, which writes files. */
interface OwnTool {
  /** As an MCP client lists it. */
  readonly listed: { readonly name: string; readonly [key: string]: unknown };
  execute(params: unknown, context: ToolContext, signal: AbortSignal): Promise<ToolResult>;
}

/** `destructiveHint`: what it overwrites is lost, unless it is under version control. */
function ownTool(title: string, { name, description, parametersJsonSchema }: ToolDeclaration, execute: OwnTool['execute']): OwnTool {
  const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
  return { listed: { name, title, description, inputSchema: parametersJsonSchema, annotations }, execute };
}

const APPLY_PATCH = ownTool('Apply patch', applyPatchDeclaration, applyPatch);
/** Of use only with the service. */
const WITH_SERVICE = [ownTool('Write a tried fix', fixDeclaration, fix), ownTool('Rename a symbol', renameSymbolDeclaration, renameSymbol)];

export interface BridgeToolsOptions {
  /**
   * For hosts that have no such tool of their own: served with the service and without
   * (REQ-GRACE-050).
   */
  readonly applyPatch: boolean;
}

/**
 * The service's tools once it has started (REQ-NAV-050, REQ-NAV-055), and the bridge's own. When
 * the service dies, its tools stay listed. A call then gets the reason; a host without the tool
 * would only report that it does not exist.
 */
export class BridgeTools implements ToolSource {
  readonly serverInfo = { name: 'llxprt-lsp', version };
  readonly listChanges = true;
  /** The service's tools, as they were when it had them. */
  #theirs: readonly unknown[] = [];
  /** Whether the client's last list had them; undefined: it has not asked for one. */
  #hadTools: boolean | undefined;
  /** It asks the service, and is served with the service's tools. */
  readonly #comparePatches: NavigationTool;

  constructor(
    private readonly service: BridgeService,
    private readonly options: BridgeToolsOptions,
  ) {
    this.#comparePatches = comparePatchesTool(service.toolContext());
  }

  /**
   * Whether the client has listed the tools while the service's tools were missing, and they are
   * there now.
   */
  get isOutdated(): boolean {
    return this.#hadTools === false && this.service.tools.kind === 'served';
  }

  initialized({ name, version: its }: Implementation): void {
    this.service.client = { name, version: its };
  }

  async listTools(): Promise<Result> {
    const timer = new AbortController();
    await Promise.race([this.service.toolsKnown, delay(TOOLS_TIMEOUT, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
    const { tools } = this.service;
    const theirs = tools.kind === 'served' ? tools.passThrough.listTools()['tools'] : undefined;
    const { name, title, description, inputSchema, outputSchema, annotations } = this.#comparePatches;
    const comparePatches = { name, title, description, inputSchema, outputSchema, annotations };
    if (Array.isArray(theirs)) this.#theirs = [...(theirs as readonly unknown[]), comparePatches].map((tool) => listedFor(this.service.toolResults, tool));
    this.#hadTools = this.#theirs.length > 0;
    const own = [...(this.options.applyPatch ? [APPLY_PATCH] : []), ...(this.#hadTools || this.service.isAlive ? WITH_SERVICE : [])];
    return { tools: [...own.map(({ listed }) => listed), ...this.#theirs] };
  }

  async callTool(params: Params, signal: AbortSignal): Promise<Result> {
    const own = [...(this.options.applyPatch ? [APPLY_PATCH] : []), ...WITH_SERVICE].find(({ listed }) => listed.name === params['name']);
    if (own !== undefined) return this.#execute(own, params['arguments'], signal);
    await this.service.toolsKnown;
    const { tools } = this.service;
    if (tools.kind !== 'served') return failed(tools.kind === 'none' ? tools.reason : 'LSP is still starting.');
    if (params['name'] === this.#comparePatches.name) return resultFor(this.service.toolResults, await this.#compare(params['arguments'], signal));
    const { passThrough, died } = tools;
    const result = await passThrough.callTool(params, signal);
    // If the service has ended, the result itself holds no more than that.
    return passThrough.isOver ? failed(unavailable(await died).reason) : resultFor(this.service.toolResults, result);
  }

  async #execute(tool: OwnTool, params: unknown, signal: AbortSignal): Promise<Result> {
    const { llmContent, error } = await tool.execute(params, this.service.toolContext(), signal);
    return { content: [{ type: 'text', text: llmContent }], isError: error !== undefined };
  }

  async #compare(params: unknown, signal: AbortSignal): Promise<Result> {
    const { llmContent, structuredContent, error } = await this.#comparePatches.execute(params, signal);
    return { content: [{ type: 'text', text: llmContent }], ...(structuredContent && { structuredContent }), isError: error !== undefined };
  }
}

function failed(text: string): Result {
  return { content: [{ type: 'text', text }], isError: true };
}
