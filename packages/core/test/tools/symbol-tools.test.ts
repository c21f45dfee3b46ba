import { describe, expect, test } from 'vitest';
import type { RefactorParams, RefactorResult } from '../../src/lsp/types.js';
import type { ToolContext } from '../../src/tools/context.js';
import { deleteSymbol, insertSymbol, replaceSymbol } from '../../src/tools/refactor/symbol-tools.js';
import { FOUND, workspace, type Workspace } from './workspace.js';

const FILES = { 'a.ts': 'export const total = 1;\n' };
const CHANGED: RefactorResult = { changes: [{ file: 'a.ts', former: FILES['a.ts'], text: 'export const total = 2;\n' }], caused: [], mentions: [], moreMentions: 0 };
const CALL = { file: 'a.ts', symbol: 'total' };

async function withService(result: RefactorResult | undefined): Promise<{ ws: Workspace; context: ToolContext; asked: RefactorParams[] }> {
  const ws = await workspace(FILES);
  const asked: RefactorParams[] = [];
  const refactor = (params: RefactorParams): Promise<RefactorResult | undefined> => {
    asked.push(params);
    return Promise.resolve(result);
  };
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  return { ws, asked, context: { ...ws.context, changeService: () => ({ refactor, fix: nothing, fixes: nothing }) } };
}

describe.each([
  ['lsp_replace_symbol', replaceSymbol, { text: 'x' }, { kind: 'replace', text: 'x' }, 'Replaced total', 'replace total'],
  ['lsp_insert_symbol', insertSymbol, { where: 'after', text: 'x' }, { kind: 'insert', where: 'after', text: 'x' }, 'Inserted beside total', 'insert beside total'],
  ['lsp_delete_symbol', deleteSymbol, {}, { kind: 'delete' }, 'Deleted total', 'delete total'],
] as const)('%s', (_, tool, own, asks, done, intent) => {
  test('REQ-DIAG-020: writes what the service has computed, and ends with the diagnostics', async () => {
    const { ws, context, asked } = await withService(CHANGED);
    const { llmContent, error } = await tool({ ...CALL, ...own, line: 1, force: true }, context);
    expect([llmContent, error]).toEqual([`${done}:\nM a.ts (+1 -1)${FOUND}`, undefined]);
    expect(asked).toEqual([{ ...asks, filePath: ws.path('a.ts'), symbol: 'total', line: 1, force: true }]);
    expect(await ws.tree()).toEqual({ 'a.ts': 'export const total = 2;\n' });
  });

  test('writes nothing in a dry run', async () => {
    const { ws, context } = await withService(CHANGED);
    expect((await tool({ ...CALL, ...own, dry_run: true }, context)).llmContent).toContain(`Dry run, nothing written: this would ${intent}:\nM a.ts`);
    expect([await ws.tree(), ws.asked]).toEqual([FILES, []]);
  });

  test('REQ-GRACE-050: passes a reason on, and says what to do without a service', async () => {
    const { ws, context } = await withService({ refused: 'it shares its definition with `b`. Edit the file instead' });
    expect((await tool({ ...CALL, ...own }, context)).error).toEqual({ type: 'change_refused', message: 'total was not changed: it shares its definition with `b`. Edit the file instead.' });
    expect((await tool({ ...CALL, ...own }, ws.context)).error?.message).toMatch(/^total was not changed: no language server runs\. .*[Ee]dit the file/);
    expect(await ws.tree()).toEqual(FILES);
  });

  test.each<[string, object, string]>([
    ['no symbol', { symbol: '' }, 'invalid_params'],
    ['line 0', { line: 0 }, 'invalid_params'],
    ['a file outside of the workspace', { file: '../a.ts' }, 'path_outside_workspace'],
  ])('refuses %s', async (_what, bad, type) => {
    const { context, asked } = await withService(CHANGED);
    expect([(await tool({ ...CALL, ...own, ...bad }, context)).error?.type, asked]).toEqual([type, []]);
  });
});

test('lsp_insert_symbol needs a side, and a text', async () => {
  const { context } = await withService(CHANGED);
  expect((await insertSymbol({ ...CALL, text: 'x' }, context)).error?.message).toContain('where');
  expect((await insertSymbol({ ...CALL, where: 'before', text: '' }, context)).error?.message).toContain('text');
});
