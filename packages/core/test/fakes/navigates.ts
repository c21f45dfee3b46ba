/** Serves MCP as the contract has it: two pages of tools, each of which ends in its own way. */
import { type McpMessage, kill, type Reply, serveMcp, tool, writeLine } from './mcp.js';

const arrayOf = (key: string): object => ({
  type: 'object',
  properties: { [key]: { type: 'array' } },
  required: [key],
  additionalProperties: false,
});

const PAGES = {
  first: [tool('lsp_wait'), tool('lsp_die'), tool('lsp_write', { annotations: { readOnlyHint: false } })],
  second: [
    tool('lsp_echo', { outputSchema: arrayOf('echoes') }),
    tool('lsp_lie', { outputSchema: arrayOf('echoes') }),
    tool('lsp_refuse', { outputSchema: arrayOf('echoes') }),
    tool('lsp_fail'),
    tool('lsp_diagnostics', { outputSchema: { type: 'object' } }),
    tool('lsp_cancelled', { title: undefined, description: undefined }),
  ],
};

const MISSING = {
  error_type: 'DIAGNOSTIC_TOOL_NOT_FOUND',
  retryable: false,
  tool: 'tsc',
  install: 'npm install',
};

/** The names of the tools whose calls the host has taken back. */
const cancelled: string[] = [];
const running = new Map<number, string>();

function call({ id = 0, params: { name = '', arguments: input = {} } = {} }: McpMessage): Reply {
  running.set(id, name);
  switch (name) {
    case 'lsp_echo':
      return {
        content: [
          { type: 'text', text: 'one echo:' },
          { type: 'text', text: JSON.stringify(input) },
        ],
        structuredContent: { echoes: [input] },
      };
    case 'lsp_lie':
      return { content: [{ type: 'text', text: 'a lie' }], structuredContent: { echoes: 'none' } };
    case 'lsp_refuse':
      return { isError: true, content: [{ type: 'text', text: 'There are two of that name:\na.ts\nb.ts' }] };
    case 'lsp_diagnostics':
      return input['wait'] === true
        ? undefined
        : { isError: true, content: [{ type: 'text', text: 'No tsc.' }], structuredContent: MISSING };
    case 'lsp_fail':
      return new Error('nobody\nknows');
    case 'lsp_cancelled':
      return { content: [], structuredContent: { cancelled } };
    case 'lsp_die':
      kill();
      return undefined;
    default:
      return undefined;
  }
}

await serveMcp((message) => {
  switch (message.method) {
    case 'tools/list':
      if (message.params?.cursor === 'second') return { tools: PAGES.second };
      // A stray line in between is nothing to stumble over.
      writeLine('this is no message');
      return { tools: PAGES.first, nextCursor: 'second' };
    case 'tools/call':
      return call(message);
    case 'notifications/cancelled':
      cancelled.push(`${running.get(message.params?.requestId ?? 0) ?? ''}: ${message.params?.reason ?? ''}`);
      return undefined;
    default:
      return undefined;
  }
});
