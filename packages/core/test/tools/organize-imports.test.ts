import { expect, test } from 'vitest';
import type { RefactorParams, RefactorResult } from '../../src/lsp/types.js';
import type { ToolContext } from '../../src/tools/context.js';
import { organizeImports } from '../../src/tools/refactor/organize-imports.js';
import { FOUND, workspace } from './workspace.js';

const FILES = { 'a.ts': 'import { b } from "./b";\n' };

async function withService(result: RefactorResult) {
  const ws = await workspace(FILES);
  const asked: RefactorParams[] = [];
  const refactor = (params: RefactorParams): Promise<RefactorResult> => {
    asked.push(params);
    return Promise.resolve(result);
  };
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const context: ToolContext = { ...ws.context, changeService: () => ({ refactor, fix: nothing, fixes: nothing }) };
  return { ws, asked, context };
}

test('REQ-DIAG-020: lsp_organize_imports writes what the service has computed', async () => {
  const { ws, asked, context } = await withService({ changes: [{ file: 'a.ts', former: FILES['a.ts'], text: '' }], caused: [], mentions: [], moreMentions: 0 });
  expect((await organizeImports({ file: 'a.ts' }, context)).llmContent).toBe(`Organized the imports of a.ts:\nM a.ts (+0 -1)${FOUND}`);
  expect([await ws.tree(), asked]).toEqual([{ 'a.ts': '' }, [{ kind: 'organize-imports', filePath: ws.path('a.ts') }]]);
});

test('lsp_organize_imports: a refusal, a file outside, no service', async () => {
  const { ws, asked, context } = await withService({ refused: 'its imports are organized. Nothing was changed' });
  expect((await organizeImports({ file: 'a.ts', force: true }, context)).error?.message).toBe('Left the imports of a.ts as they are: its imports are organized. Nothing was changed.');
  expect((await organizeImports({ file: '../a.ts' }, context)).error?.type).toBe('path_outside_workspace');
  expect((await organizeImports({ file: 'a.ts' }, ws.context)).error?.type).toBe('service_unavailable');
  expect([await ws.tree(), asked]).toEqual([FILES, [{ kind: 'organize-imports', filePath: ws.path('a.ts'), force: true }]]);
});
