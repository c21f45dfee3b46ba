import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findBun, type NavigationResult, type NavigationTool } from '@vybestack/llxprt-lsp-core';
import { McpSession } from '../../../core/src/lsp/mcp-session.js';
import { navigationTool } from '../../../core/src/lsp/navigation-tool.js';
import { SIDECAR } from '../places.js';

const LIMIT_MS = 30_000;

/** A tool, and what it answered. */
export interface Answered {
  readonly tool: Pick<NavigationTool, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema'>;
  readonly result: NavigationResult;
}

/**
 * The same tools in another process that has nothing to find out: what a call of them takes is the
 * channel's, the MCP SDK's and the checking of answers.
 */
export interface Channel {
  call(name: string, input: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
}

/** @param folder of ours, for a file */
export async function startChannel(answers: readonly Answered[], folder: string): Promise<Channel> {
  const file = join(folder, 'answers.json');
  const canned = answers.map(
    ({
      tool: { name, title, description, inputSchema, outputSchema },
      result: { llmContent, structuredContent },
    }) => {
      return {
        name,
        title,
        description,
        inputSchema,
        outputSchema,
        result: { content: [{ type: 'text', text: llmContent }], structuredContent },
      };
    },
  );
  writeFileSync(file, JSON.stringify(canned));
  const bun = findBun({ packageDir: SIDECAR, bunPath: undefined, workspaceRoot: folder, env: process.env });
  if (bun.kind === 'missing') throw new Error(bun.reason);
  const child = spawn(bun.path, ['--no-install', join(SIDECAR, 'scripts', 'empty-tools.ts'), file], {
    cwd: SIDECAR,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const { session, tools } = await McpSession.open({
    streams: { toServer: child.stdio[3] as Writable, fromServer: child.stdio[4] as Readable },
    limitMs: LIMIT_MS,
    signal: AbortSignal.timeout(LIMIT_MS),
    onerror: ({ message }) => console.error(message),
    onclose: () => undefined,
  });
  const byName = new Map(
    tools.map((tool) => [tool.name, navigationTool(tool, () => Promise.resolve(session), LIMIT_MS)]),
  );
  return {
    async call(name, input) {
      const result = await byName.get(name)?.execute(input, new AbortController().signal);
      if (result === undefined || result.error !== undefined)
        throw new Error(`${name}: ${result?.error?.message ?? 'there is no such tool'}`);
    },
    async close() {
      await session.close();
      child.kill();
      await ended;
    },
  };
}
