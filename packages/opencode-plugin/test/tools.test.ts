import type { NavigationResult, NavigationTool } from '@vybestack/llxprt-lsp-core';
import { expect, it, vi } from 'vitest';
import type { Args, ToolContext } from '../src/opencode.js';
import { Tools } from '../src/tools.js';

const SCHEMA = {
  type: 'object',
  properties: { file: { type: 'string' }, dry_run: { type: 'boolean' } },
  required: ['file'],
} as const;
const ANSWER = { llmContent: 'const x: number', returnDisplay: 'Hover', structuredContent: { text: 'x' } };

function tool(
  answer: NavigationResult,
  readOnlyHint = true,
): NavigationTool & { execute: ReturnType<typeof vi.fn> } {
  return {
    name: 'lsp_it',
    title: 'It',
    description: 'What it is.',
    inputSchema: SCHEMA,
    annotations: { readOnlyHint },
    execute: vi.fn(() => Promise.resolve(answer)),
  };
}

function defined(one: NavigationTool): {
  tools: Tools;
  call: (args: Args, ask?: ToolContext['ask']) => Promise<unknown>;
  abort: AbortSignal;
} {
  const tools = new Tools();
  tools.registerTool(one);
  const abort = new AbortController().signal;
  const never = (): Promise<void> => Promise.reject(new Error('asked'));
  return {
    tools,
    abort,
    call: (args, ask = never) => tools.definitions()['lsp_it']!.execute(args, { abort, ask }),
  };
}

it('opencode is given the parameters, and the schema that says which of them are required', () => {
  const { tools } = defined(tool(ANSWER));
  expect(tools.definitions()).toMatchObject({
    lsp_it: { description: 'What it is.', args: SCHEMA.properties },
  });
  expect(tools.schemaOf('lsp_it')).toBe(SCHEMA);
  expect(tools.schemaOf('bash')).toBeUndefined();
});

it('hands over the answer, an error by rejecting, and the signal as it is', async () => {
  const hover = tool(ANSWER);
  const { call, abort } = defined(hover);
  expect(await call({ file: 'a.ts' })).toEqual({
    title: 'Hover',
    output: 'const x: number',
    metadata: { text: 'x' },
  });
  expect(hover.execute).toHaveBeenCalledWith({ file: 'a.ts' }, abort);
  const failed = defined(
    tool({
      llmContent: 'Error: no.',
      returnDisplay: 'no',
      error: { type: 'navigation_failed', message: 'no.' },
    }),
  );
  await expect(failed.call({})).rejects.toThrow('Error: no.');
});

it('before a tool writes, opencode asks by its rules for edits; a refusal writes nothing, and a dry run needs no permission', async () => {
  const rename = tool(ANSWER, false);
  const { call } = defined(rename);
  const ask = vi.fn<ToolContext['ask']>(() => Promise.resolve());
  await call({ file: 'a.ts' }, ask);
  await call({ from: 'a.ts', to: 'b.ts' }, ask);
  await call({ id: 'f3' }, ask);
  expect(
    ask.mock.calls.map(([{ permission, patterns, metadata }]) => [
      permission,
      patterns,
      metadata['filepath'],
    ]),
  ).toEqual([
    ['edit', ['a.ts'], 'a.ts'],
    ['edit', ['a.ts', 'b.ts'], 'a.ts, b.ts'],
    ['edit', ['*'], 'It'],
  ]);
  expect(rename.execute).toHaveBeenCalledTimes(3);
  await expect(
    call({ file: 'a.ts' }, () => Promise.reject(new Error('The user rejected permission'))),
  ).rejects.toThrow('rejected');
  expect(rename.execute).toHaveBeenCalledTimes(3);
  await call({ file: 'a.ts', dry_run: true });
  expect(rename.execute).toHaveBeenCalledTimes(4);
});
