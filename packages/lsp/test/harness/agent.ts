import { Lab, type LabOptions } from './lab.ts';
import type { Mcp } from './mcp.ts';

export interface Place {
  file?: string;
  line: number;
  character: number;
}

/** What the tools of the catalogue answer with, each some of it. */
interface Structured {
  locations?: Place[];
  symbols?: (Partial<Place> & { name: string; kind: string; container?: string; range: Place })[];
  calls?: (Place & { name: string; sites: Place[] })[];
  content?: string | null;
  nextCursor?: string | null;
  total?: number;
}

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Structured;
}

/** A client of the `lsp_*` catalogue, over the pipes. */
export class Agent implements AsyncDisposable {
  private constructor(
    readonly lab: Lab,
    readonly mcp: Mcp,
  ) {}

  static async open(options: LabOptions): Promise<Agent> {
    return await Agent.over(await Lab.open({ ...options }));
  }

  static async over(lab: Lab): Promise<Agent> {
    const mcp = lab.sidecar.openMcp();
    await mcp.initialize();
    return new Agent(lab, mcp);
  }

  /** @param tool without `lsp_` */
  async call(tool: string, input: object): Promise<ToolResult> {
    return (await this.mcp.request('tools/call', { name: `lsp_${tool}`, arguments: input })) as ToolResult;
  }

  /** What it found: `file:line:character` of each place, or the other way to say it in one line. Throws if that failed. */
  async find(tool: string, input: object): Promise<string[]> {
    const { isError, content, structuredContent: found } = await this.call(tool, input);
    if (isError === true || found === undefined)
      throw new Error(`lsp_${tool} failed: ${content.map(({ text }) => text).join('\n')}`);
    if (found.calls !== undefined)
      return found.calls.map((call) => `${said(call)} ${call.name} at ${call.sites.map(said).join(', ')}`);
    if (found.symbols !== undefined)
      return found.symbols.map(
        (symbol) =>
          `${said({ ...symbol.range, ...symbol })} ${symbol.kind} ${symbol.container ?? '-'} ${symbol.name}`,
      );
    if (found.locations !== undefined) return found.locations.map(said);
    return typeof found.content === 'string' ? [found.content] : [];
  }

  /** Why it failed. Throws if it did not. */
  async failure(tool: string, input: object): Promise<string> {
    const { isError, content, structuredContent } = await this.call(tool, input);
    if (isError !== true) throw new Error(`lsp_${tool} found ${JSON.stringify(structuredContent)}`);
    return content.map(({ text }) => text).join('\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.lab[Symbol.asyncDispose]();
  }
}

function said({ file, line, character }: Place): string {
  return [...(file === undefined ? [] : [file]), line, character].join(':');
}
