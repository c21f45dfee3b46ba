import type { ExtensionAPI, ExtensionContext, ToolDefinition } from '@earendil-works/pi-coding-agent';
import type { NavigationResult, NavigationTool } from '@vybestack/llxprt-lsp-core';
import { expect, it } from 'vitest';
import { toolPath } from '../src/tool-path.js';
import { registryOf } from '../src/tools.js';

/** As much of pi as a registry sees, which leaves a tool of a name that it knows switched off. */
function pi(active: string[]): {
  tools: Map<string, ToolDefinition>;
  active: () => string[];
  api: Parameters<typeof registryOf>[0];
} {
  const tools = new Map<string, ToolDefinition>();
  const registerTool = (tool: ToolDefinition): void => {
    if (!tools.has(tool.name)) active.push(tool.name);
    tools.set(tool.name, tool);
  };
  return {
    tools,
    active: () => active,
    api: {
      registerTool: registerTool as ExtensionAPI['registerTool'],
      getActiveTools: () => [...active],
      setActiveTools: (names) => (active = names),
    },
  };
}

function tool(execute: NavigationTool['execute']): NavigationTool {
  return {
    name: 'lsp_hover',
    title: 'Hover',
    description: 'What it is.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
    execute,
  };
}

it('registers a tool with its own schema, takes it out, and has it again', () => {
  const host = pi(['read']);
  const registry = registryOf(host.api);
  const hover = tool(() => Promise.reject(new Error('not called')));
  registry.registerTool(hover);
  expect(host.tools.get('lsp_hover')).toMatchObject({
    label: 'Hover',
    description: 'What it is.',
    parameters: hover.inputSchema,
  });
  expect(host.active()).toEqual(['read', 'lsp_hover']);
  registry.unregisterTool('lsp_hover');
  expect(host.active()).toEqual(['read']);
  registry.registerTool(hover);
  expect(host.active()).toEqual(['read', 'lsp_hover']);
});

it('hands over the answer as text and data, an error by rejecting, and the signal as it is', async () => {
  const host = pi([]);
  const { signal } = new AbortController();
  const answers: NavigationResult[] = [
    { llmContent: 'number', returnDisplay: 'number', structuredContent: { type: 'number' } },
    { llmContent: 'Error: none', returnDisplay: '', error: { type: 'navigation_failed', message: 'none' } },
  ];
  const asked: unknown[] = [];
  registryOf(host.api).registerTool(
    tool((params, given) => {
      asked.push([params, given]);
      return Promise.resolve(answers.shift() ?? { llmContent: '', returnDisplay: '' });
    }),
  );
  const run = (): unknown =>
    host.tools.get('lsp_hover')?.execute('1', { file: 'a.ts' }, signal, undefined, {} as ExtensionContext);
  expect(await run()).toEqual({ content: [{ type: 'text', text: 'number' }], details: { type: 'number' } });
  await expect(run()).rejects.toThrow('Error: none');
  expect(asked).toEqual(Array(2).fill([{ file: 'a.ts' }, signal]));
});

it.each([
  ['src/a.ts', '/work space/src/a.ts'],
  ['./C# & ü.ts', '/work space/C# & ü.ts'],
  ['../b.ts', '/b.ts'],
  ['/elsewhere/a.ts', '/elsewhere/a.ts'],
  ['@src/a.ts', '/work space/src/a.ts'],
  ['a\u202Fb.ts', '/work space/a b.ts'],
  ['~/a.ts', `${process.env['HOME'] ?? ''}/a.ts`],
  ['~x', '/work space/~x'],
  [undefined, undefined],
  [1, undefined],
])('the path %s is %s', (path, want) => {
  expect(toolPath('/work space', { path })).toBe(want);
});
