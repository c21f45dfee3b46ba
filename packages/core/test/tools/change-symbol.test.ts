import { describe, expect, test } from 'vitest';
import type { ToolResult } from '../../src/host.js';
import type { RefactorParams, RefactorResult } from '../../src/lsp/types.js';
import type { ToolContext } from '../../src/tools/context.js';
import { deleteSymbol, insertSymbol, replaceSymbol } from '../../src/tools/refactor/change-symbol.js';
import { FOUND, workspace, type Workspace } from './workspace.js';

const BEFORE = 'export const a = 1;\nexport const b = 2;\n';
const AFTER = 'export const b = 2;\n';
const CHANGED: RefactorResult = {
  changes: [{ file: 'a.ts', former: BEFORE, text: AFTER }],
  caused: [],
  mentions: [],
  moreMentions: 0,
};
const TEXT = 'export const a = 3;';

type Tool = (params: unknown, context: ToolContext) => Promise<ToolResult>;

const TOOLS: [tool: string, run: Tool, own: Record<string, unknown>, done: string][] = [
  ['replace', replaceSymbol, { text: TEXT }, 'Replaced'],
  ['insert', insertSymbol, { where: 'after', text: TEXT }, 'Inserted after'],
  ['delete', deleteSymbol, {}, 'Deleted'],
];

/** A workspace whose service has this answer. */
async function withService(
  result: RefactorResult | undefined,
): Promise<{ ws: Workspace; context: ToolContext; asked: RefactorParams[] }> {
  const ws = await workspace({ 'a.ts': BEFORE });
  const asked: RefactorParams[] = [];
  const refactor = (params: RefactorParams): Promise<RefactorResult | undefined> => {
    asked.push(params);
    return Promise.resolve(result);
  };
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  return {
    ws,
    asked,
    context: { ...ws.context, changeService: () => ({ refactor, fix: nothing, fixes: nothing }) },
  };
}

describe.each(TOOLS)('lsp_%s_symbol', (kind, run, own, done) => {
  const call = { file: 'a.ts', symbol: 'a', ...own };

  test('REQ-DIAG-020: asks, writes, says what changed, and ends with the diagnostics', async () => {
    const { ws, context, asked } = await withService(CHANGED);
    const { llmContent, returnDisplay } = await run({ ...call, line: 1 }, context);
    expect(llmContent).toBe(`${done} a in 1 file:\nM a.ts (+0 -1)${FOUND}`);
    expect(returnDisplay).toContain('-export const a = 1;');
    expect(await ws.tree()).toEqual({ 'a.ts': AFTER });
    expect(asked).toEqual([{ kind, filePath: ws.path('a.ts'), symbol: 'a', line: 1, ...own }]);
  });

  test('writes nothing in a dry run', async () => {
    const { ws, context } = await withService(CHANGED);
    const { llmContent } = await run({ ...call, dry_run: true }, context);
    expect(
      llmContent.startsWith(
        `Dry run, nothing written: this would ${done === 'Inserted after' ? 'insert after' : kind} a in 1 file:\nM a.ts`,
      ),
    ).toBe(true);
    expect([await ws.tree(), ws.asked]).toEqual([{ 'a.ts': BEFORE }, []]);
  });

  test('passes force, and the reason of the service', async () => {
    const { ws, context, asked } = await withService({
      refused: '`a` is used in b.ts:1:1. Nothing was changed',
    });
    const { error } = await run({ ...call, force: true }, context);
    expect(error).toEqual({
      type: 'change_refused',
      message: `Not ${done.split(' ')[0]?.toLowerCase()}: \`a\` is used in b.ts:1:1. Nothing was changed.`,
    });
    expect([await ws.tree(), asked]).toEqual([
      { 'a.ts': BEFORE },
      [expect.objectContaining({ force: true })],
    ]);
  });

  test('REQ-GRACE-050: says what to do without a service', async () => {
    const ws = await workspace({ 'a.ts': BEFORE });
    expect((await run(call, ws.context)).error).toEqual({
      type: 'service_unavailable',
      message: expect.stringMatching(/no language server runs\. Edit the text\.$/),
    });
  });

  test.each<[what: string, params: unknown, type: string]>([
    ['no symbol', { ...call, symbol: '' }, 'invalid_params'],
    ['line 0', { ...call, line: 0 }, 'invalid_params'],
    ['a file outside of the workspace', { ...call, file: '../a.ts' }, 'path_outside_workspace'],
  ])('refuses %s', async (_, params, type) => {
    const { context, asked } = await withService(CHANGED);
    expect([(await run(params, context)).error?.type, asked]).toEqual([type, []]);
  });
});

test.each<[what: string, run: Tool, params: Record<string, unknown>]>([
  ['no text', replaceSymbol, { text: '' }],
  ['a text that no file can hold', insertSymbol, { where: 'after', text: 'a\0' }],
  ['a place inside', insertSymbol, { where: 'into', text: TEXT }],
])('refuses %s', async (_, run, own) => {
  const { context, asked } = await withService(CHANGED);
  expect([(await run({ file: 'a.ts', symbol: 'a', ...own }, context)).error?.type, asked]).toEqual([
    'invalid_params',
    [],
  ]);
});

test('deleting says which comments still name it', async () => {
  const { context } = await withService({
    ...CHANGED,
    mentions: [{ file: 'b.ts', line: 7, character: 4, text: '// a' }],
  });
  expect((await deleteSymbol({ file: 'a.ts', symbol: 'a' }, context)).llmContent).toContain(
    '\nThe name still stands in 1 line, in comments, texts, or files of no project:\nb.ts:7:4 // a',
  );
});
