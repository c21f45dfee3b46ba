import { join } from 'node:path';

import * as v from 'valibot';

import { vscodeSchemas } from '../../src/channels/tools/vscode/schemas.ts';
import { Lab, type LabOptions } from './lab.ts';
import { type Mcp, McpFailure } from './mcp.ts';

export type Json = Record<string, unknown>;

export interface Result {
  isError: boolean;
  structuredContent: Json;
  content: unknown[];
}

/** A client of the `vscode.lsp.*` catalogue, over the pipes. */
export class Gateway implements AsyncDisposable {
  private constructor(
    readonly lab: Lab,
    readonly mcp: Mcp,
    private readonly root: string,
  ) {}

  static async open(options: LabOptions): Promise<Gateway> {
    const lab = await Lab.open({ catalog: 'vscode', ...options });
    const mcp = lab.sidecar.openMcp();
    await mcp.initialize();
    return new Gateway(lab, mcp, options.root?.(lab.workspace) ?? lab.workspace.root);
  }

  uri(file: string): string {
    return Bun.pathToFileURL(join(this.root, file)).href;
  }

  /** Waits for the servers of a file: a tool waits for two seconds, and this machine may be busy. */
  async started(file: string): Promise<void> {
    await this.lab.checkFile(join(this.root, file));
  }

  /** @param tool without `vscode.lsp.` */
  async call(tool: string, input: unknown): Promise<Json> {
    return (await this.result(tool, input)).structuredContent;
  }

  /** Throws where it is not of the form that its output schema promises. */
  async result(tool: string, input: unknown): Promise<Result> {
    const name = `vscode.lsp.${tool}`;
    const result = (await this.mcp.request('tools/call', { name, arguments: input })) as Result;
    const output = vscodeSchemas.find((schemas) => schemas.name === name)?.output;
    if (output !== undefined) v.assert(output, result.structuredContent);
    return result;
  }

  /** Asks again for as long as it is told to: a server that still loads is not waited for, but goes on. */
  async loaded(tool: string, input: unknown): Promise<Json> {
    for (let left = 20; ; left--) {
      const answer = await this.error(tool, input);
      if ('structuredContent' in answer) return answer.structuredContent;
      if (left === 0 || !outcomeOf(answer).endsWith('CAP_EXCEEDED'))
        throw new Error(`${tool}: ${outcomeOf(answer)}`);
    }
  }

  /** How the tool refuses: `-32602 URI_INVALID`; what it found, if it does not. */
  async refusal(tool: string, input: unknown): Promise<string> {
    return outcomeOf(await this.error(tool, input));
  }

  /** The error it answers with, or its result. */
  async error(tool: string, input: unknown): Promise<McpFailure['error'] | Result> {
    try {
      return await this.result(tool, input);
    } catch (error) {
      if (error instanceof McpFailure) return error.error;
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.lab[Symbol.asyncDispose]();
  }
}

export function outcomeOf(answer: McpFailure['error'] | Result): string {
  if ('structuredContent' in answer) return `found ${JSON.stringify(answer.structuredContent)}`;
  const { code } = (answer.data ?? {}) as { code?: string };
  return `${answer.code} ${code?.replace(/^MCP_LSP_GATEWAY\//, '') ?? 'without data.code'}`;
}
