import { describe, expect, test } from 'vitest';
import type { CheckReport, RefactorParams, RefactorResult } from '../../src/lsp/types.js';
import type { ToolContext } from '../../src/tools/context.js';
import { renameSymbol } from '../../src/tools/refactor/rename-symbol.js';
import { writeTools } from '../../src/tools/write-tools.js';
import { error, previewed } from './preview-stub.js';
import { FOUND, workspace, type Workspace } from './workspace.js';

const FILES = { 'a.ts': 'export const total = 1;\n', 'b.ts': 'import { total } from "./a";\n' };
const RENAMED: RefactorResult = {
  changes: [
    { file: 'a.ts', former: FILES['a.ts'], text: 'export const sum = 1;\n' },
    { file: 'b.ts', former: FILES['b.ts'], text: 'import { sum } from "./a";\n' },
  ],
  caused: [],
  mentions: [],
  moreMentions: 0,
};
const CALL = { file: 'a.ts', symbol: 'total', new_name: 'sum' };

/** A workspace whose service has this answer. */
async function withService(
  result: RefactorResult | undefined,
  files: Record<string, string> = FILES,
): Promise<{ ws: Workspace; context: ToolContext; asked: RefactorParams[] }> {
  const ws = await workspace(files);
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

describe('lsp_rename_symbol', () => {
  test('REQ-DIAG-020: writes all files, says which, and ends with their diagnostics', async () => {
    const { ws, context, asked } = await withService(RENAMED);
    const { llmContent, returnDisplay } = await renameSymbol({ ...CALL, line: 1 }, context);
    expect(llmContent).toBe(`Renamed total to sum in 2 files:\nM a.ts (+1 -1)\nM b.ts (+1 -1)${FOUND}`);
    expect(returnDisplay).toContain('+export const sum = 1;');
    expect(await ws.tree()).toEqual({
      'a.ts': 'export const sum = 1;\n',
      'b.ts': 'import { sum } from "./a";\n',
    });
    expect(asked).toEqual([
      { kind: 'rename', filePath: ws.path('a.ts'), symbol: 'total', newName: 'sum', line: 1 },
    ]);
    expect(ws.asked.map(({ request }) => request.files.map(({ before }) => before))).toEqual([
      [FILES['a.ts'], FILES['b.ts']],
    ]);
  });

  test('says where the old name still stands, and what could not be tried', async () => {
    const { context } = await withService({
      ...RENAMED,
      mentions: [{ file: 'b.ts', line: 7, character: 4, text: '// total' }],
      moreMentions: 2,
      untried: 'clangd: it sees other files only as they are on disk',
    });
    expect((await renameSymbol(CALL, context)).llmContent.split('\n').slice(3, 7)).toEqual([
      'It could not be tried in all files before it was written (clangd: it sees other files only as they are on disk).',
      'The old name still stands in 3 lines, in comments, texts, or files of no project:',
      'b.ts:7:4 // total',
      '... and 2 more',
    ]);
  });

  test('writes nothing in a dry run', async () => {
    const { ws, context } = await withService(RENAMED);
    expect((await renameSymbol({ ...CALL, dry_run: true }, context)).llmContent).toMatch(
      /^Dry run, nothing written: this would rename total to sum in 2 files:\nM a\.ts/,
    );
    expect([await ws.tree(), ws.asked]).toEqual([FILES, []]);
  });

  test('a dry run asks for the report of the trial, and judges the tree no second time', async () => {
    const found = error('b.ts', 'Cannot find it.');
    const report: CheckReport = {
      ...{ files: { 'a.ts': [], 'b.ts': [found] }, others: {}, othersComplete: true },
      servers: [{ id: 'fake', root: '.', outcome: 'complete', ms: 1 }],
    };
    const { ws, context, asked } = await withService({ ...RENAMED, caused: [found], report });
    const judged = previewed(ws, () => ({}));
    const preview = judged.context.preview ?? null;
    const { llmContent } = await renameSymbol(
      { ...CALL, dry_run: true, force: true },
      { ...context, ...(preview !== null && { preview }) },
    );
    expect(llmContent).toContain('<diagnostics file="b.ts">\nERROR [1:1] Cannot find it.');
    expect([asked, judged.proposed]).toMatchObject([[{ report: true }], []]);
    await renameSymbol(CALL, context);
    expect(asked[1]).not.toHaveProperty('report');
  });

  test('all files or none: one of them has changed meanwhile', async () => {
    const files = { ...FILES, 'b.ts': 'something else\n' };
    const { ws, context } = await withService(RENAMED, files);
    expect((await renameSymbol(CALL, context)).error).toEqual({
      type: 'file_changed',
      message: 'b.ts has changed since the change was computed. Nothing was changed.',
    });
    expect(await ws.tree()).toEqual(files);
  });

  test('passes the reason of the service on', async () => {
    const { ws, context, asked } = await withService({
      refused: '`while` is a keyword of this language. Nothing was changed',
    });
    expect((await renameSymbol({ ...CALL, new_name: 'while', force: true }, context)).error).toEqual({
      type: 'change_refused',
      message: 'Not renamed: `while` is a keyword of this language. Nothing was changed.',
    });
    expect([await ws.tree(), asked]).toMatchObject([FILES, [{ force: true }]]);
  });

  test('REQ-GRACE-050: says what to do without a service, and without its answer', async () => {
    const ws = await workspace(FILES);
    expect((await renameSymbol(CALL, ws.context)).error?.type).toBe('service_unavailable');
    const { context } = await withService(undefined);
    expect((await renameSymbol(CALL, context)).error?.message).toBe(
      'Not renamed: the language servers gave no answer. Try again.',
    );
  });

  test.each<[what: string, params: unknown, type: string]>([
    ['no name', { ...CALL, new_name: '' }, 'invalid_params'],
    ['no symbol', { file: 'a.ts', new_name: 'sum' }, 'invalid_params'],
    ['line 0', { ...CALL, line: 0 }, 'invalid_params'],
    ['a file outside of the workspace', { ...CALL, file: '../a.ts' }, 'path_outside_workspace'],
  ])('refuses %s', async (_, params, type) => {
    const { context, asked } = await withService(RENAMED);
    expect([(await renameSymbol(params, context)).error?.type, asked]).toEqual([type, []]);
  });
});

test('tools that write say so to a host', async () => {
  const ws = await workspace();
  expect(
    writeTools(ws.context).map(({ name, annotations, inputSchema }) => [
      name,
      annotations.readOnlyHint,
      annotations.destructiveHint,
      inputSchema.type,
    ]),
  ).toEqual([
    ['lsp_fix', false, true, 'object'],
    ['lsp_rename_symbol', false, true, 'object'],
    ['lsp_move_file', false, true, 'object'],
    ['lsp_move_symbol', false, true, 'object'],
    ['lsp_replace_symbol', false, true, 'object'],
    ['lsp_insert_symbol', false, true, 'object'],
    ['lsp_delete_symbol', false, true, 'object'],
    ['lsp_organize_imports', false, true, 'object'],
  ]);
});
