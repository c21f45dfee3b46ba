import { describe, expect, test } from 'vitest';
import type { RefactorParams, RefactorResult } from '../../src/lsp/types.js';
import type { ToolContext } from '../../src/tools/context.js';
import { organizeImports } from '../../src/tools/refactor/organize-imports.js';
import { FOUND, workspace, type Workspace } from './workspace.js';

const FILES = { 'a.ts': 'import "./c";\nimport "./b";\n' };
const NONE = { changes: [], caused: [], mentions: [], moreMentions: 0 };
const ORGANIZED: RefactorResult = {
  ...NONE,
  changes: [{ file: 'a.ts', former: FILES['a.ts'], text: 'import "./b";\nimport "./c";\n' }],
};

/** A workspace whose service has this answer. */
async function withService(
  result: RefactorResult | undefined,
): Promise<{ ws: Workspace; context: ToolContext; asked: RefactorParams[] }> {
  const ws = await workspace(FILES);
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

describe('lsp_organize_imports', () => {
  test('REQ-DIAG-020: writes the file, and ends with its diagnostics', async () => {
    const { ws, context, asked } = await withService(ORGANIZED);
    expect((await organizeImports({ file: 'a.ts' }, context)).llmContent).toBe(
      `Organized the imports of a.ts in 1 file:\nM a.ts (+1 -1)${FOUND}`,
    );
    expect(await ws.tree()).toEqual({ 'a.ts': 'import "./b";\nimport "./c";\n' });
    expect(asked).toEqual([{ kind: 'organize-imports', filePath: ws.path('a.ts') }]);
  });

  test('says so where nothing is to be done, and neither writes nor asks for diagnostics', async () => {
    const { ws, context } = await withService(NONE);
    for (const dry_run of [false, true])
      expect(await organizeImports({ file: 'a.ts', dry_run }, context)).toMatchObject({
        llmContent: 'The imports of a.ts are organized already. Nothing was changed.',
      });
    expect([await ws.tree(), ws.asked]).toEqual([FILES, []]);
  });

  test('writes nothing in a dry run', async () => {
    const { ws, context } = await withService(ORGANIZED);
    expect((await organizeImports({ file: 'a.ts', dry_run: true }, context)).llmContent).toMatch(
      /^Dry run, nothing written: this would organize the imports of a\.ts in 1 file:/,
    );
    expect([await ws.tree(), ws.asked]).toEqual([FILES, []]);
  });

  test('passes the reason of the service on', async () => {
    const { ws, context } = await withService({
      refused: 'no language server of this file organizes imports (asked: pyright)',
    });
    expect((await organizeImports({ file: 'a.ts' }, context)).error).toEqual({
      type: 'change_refused',
      message: 'Not organized: no language server of this file organizes imports (asked: pyright).',
    });
    expect(await ws.tree()).toEqual(FILES);
  });

  test.each<[what: string, params: unknown, type: string]>([
    ['no file', {}, 'invalid_params'],
    ['a file outside of the workspace', { file: '../a.ts' }, 'path_outside_workspace'],
  ])('refuses %s', async (_, params, type) => {
    const { context, asked } = await withService(ORGANIZED);
    expect([(await organizeImports(params, context)).error?.type, asked]).toEqual([type, []]);
  });
});
