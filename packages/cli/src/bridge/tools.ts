import {
  applyPatch,
  applyPatchDeclaration,
  comparePatchesTool,
  type Escaped,
  escaped,
  forAtMost,
  hostTool,
  type NavigationTool,
  writeTools,
} from '@vybestack/llxprt-lsp-core';
import type { Implementation, Result } from '@modelcontextprotocol/sdk/types.js';
import type { Params, ToolSource } from '../serve/tool-server.js';
import { version } from '../package.js';
import type { Upstream } from '../serve/upstream.js';
import { unavailable, type BridgeService } from './service.js';
import { listedFor, resultFor } from './tool-results.js';

/**
 * How long `tools/list` waits for the tools of a service that starts, ms. If they come later, the
 * host is notified.
 */
const TOOLS_TIMEOUT = 2000;

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
  /** They ask the service, and are served with the service's tools. */
  readonly #own: readonly NavigationTool[];
  /** They need no service. */
  readonly #always: readonly NavigationTool[];

  constructor(
    private readonly service: BridgeService,
    { applyPatch: servesPatches }: BridgeToolsOptions,
  ) {
    const context = service.toolContext();
    this.#always = servesPatches
      ? [hostTool(context, { title: 'Apply patch', declaration: applyPatchDeclaration, run: applyPatch })]
      : [];
    this.#own = [comparePatchesTool(context), ...(service.writeTools ? writeTools(context) : [])];
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
    await forAtMost(TOOLS_TIMEOUT, this.service.toolsKnown);
    const { tools } = this.service;
    const theirs = tools.kind === 'served' ? tools.passThrough.listTools()['tools'] : undefined;
    if (Array.isArray(theirs))
      this.#theirs = [...(theirs as readonly unknown[]), ...this.#own.map(listed)].map((tool) =>
        listedFor(this.service.toolResults, tool),
      );
    this.#hadTools = this.#theirs.length > 0;
    return { tools: [...this.#always.map(listed), ...this.#theirs] };
  }

  async callTool(params: Params, signal: AbortSignal): Promise<Result> {
    const always = this.#always.find(({ name }) => name === params['name']);
    if (always !== undefined) return execute(always, params['arguments'], signal);
    const tools = await this.service.currentTools();
    if (tools.kind !== 'served')
      return failed(tools.kind === 'none' ? tools.reason : escaped`LSP is still starting.`);
    const own = this.#own.find(({ name }) => name === params['name']);
    if (own !== undefined) {
      const ended = this.#ended();
      if (ended !== undefined) return ended;
      const result = await execute(own, params['arguments'], signal);
      // What was done is said, even if the service ended meanwhile.
      return (
        (result['isError'] === true ? this.#ended() : undefined) ??
        resultFor(this.service.toolResults, result)
      );
    }
    return this.#ask(tools, params, signal);
  }

  /** Asks the service. If a shared one ends meanwhile, the next one is asked, once. */
  async #ask(
    { passThrough, died }: Upstream,
    params: Params,
    signal: AbortSignal,
    isSecond = false,
  ): Promise<Result> {
    const result = await passThrough.callTool(params, signal);
    if (!passThrough.isOver) return resultFor(this.service.toolResults, result);
    const reason = await died;
    const next = isSecond ? undefined : await this.service.currentTools();
    // If the service has ended, the result itself holds no more than that.
    return next?.kind === 'served' && !next.passThrough.isOver
      ? this.#ask(next, params, signal, true)
      : failed(unavailable(reason).reason);
  }

  /** The answer of a service that is over: its tools are still served for a moment. */
  #ended(): Result | undefined {
    const { over } = this.service;
    return over === undefined ? undefined : failed(unavailable(over).reason);
  }
}

/** As an MCP client lists it. */
function listed({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: NavigationTool): object {
  return {
    name,
    title,
    description,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    annotations,
  };
}

async function execute(tool: NavigationTool, params: unknown, signal: AbortSignal): Promise<Result> {
  const { llmContent, structuredContent, error } = await tool.execute(params, signal);
  return {
    content: [{ type: 'text', text: llmContent }],
    ...(structuredContent && { structuredContent }),
    isError: error !== undefined,
  };
}

function failed(text: Escaped): Result {
  return { content: [{ type: 'text', text }], isError: true };
}
