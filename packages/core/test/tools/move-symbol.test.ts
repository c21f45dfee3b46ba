import { describe, expect, test } from 'vitest';
import type { RefactorParams, RefactorResult } from '../../src/lsp/types.js';
import type { ToolContext } from '../../src/tools/context.js';
import { moveSymbol } from '../../src/tools/refactor/move-symbol.js';
import { FOUND, workspace, type Workspace } from './workspace.js';

const BEFORE = 'export const a = 1;\nexport const b = 2;\n';
const AFTER = 'export const b = 2;\n';
const MOVED: RefactorResult = {
  changes: [
    { file: 'a.ts', former: BEFORE, text: AFTER },
    { file: 'new #1/c.ts', text: 'export const a = 1;\n' },
  ],
  caused: [],
  mentions: [],
  moreMentions: 0,
};
const CALL = { file: 'a.ts', symbol: 'a', to: 'new #1/c.ts' };

async function withService(
  result: RefactorResult | undefined,
): Promise<{ ws: Workspace; context: ToolContext; asked: RefactorParams[] }> {
  const ws = await workspace({ 'a.ts': BEFORE });
  const asked: RefactorParams[] = [];
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  const refactor = (params: RefactorParams): Promise<RefactorResult | undefined> => {
    asked.push(params);
    return Promise.resolve(result);
  };
  return {
    ws,
    asked,
    context: { ...ws.context, changeService: () => ({ refactor, fix: nothing, fixes: nothing }) },
  };
}

describe('lsp_move_symbol', () => {
  test('REQ-DIAG-020: asks, writes both files, and ends with the diagnostics', async () => {
    const { ws, context, asked } = await withService(MOVED);
    const { llmContent } = await moveSymbol({ ...CALL, line: 1, reexport: true, force: true }, context);
    expect(llmContent).toBe(
      `Moved a to new #1/c.ts in 2 files:\nM a.ts (+0 -1)\nA new #1/c.ts (+1 -0)${FOUND}`,
    );
    expect(await ws.tree()).toEqual({ 'a.ts': AFTER, 'new #1/c.ts': 'export const a = 1;\n' });
    expect(asked).toEqual([
      {
        kind: 'move-symbol',
        filePath: ws.path('a.ts'),
        symbol: 'a',
        to: ws.path('new #1/c.ts'),
        line: 1,
        reexport: true,
        force: true,
      },
    ]);
  });

  test('writes nothing in a dry run', async () => {
    const { ws, context } = await withService(MOVED);
    const { llmContent } = await moveSymbol({ ...CALL, dry_run: true }, context);
    expect(llmContent).toMatch(
      /^Dry run, nothing written: this would move a to new #1\/c\.ts in 2 files:\nM a\.ts/,
    );
    expect([await ws.tree(), ws.asked]).toEqual([{ 'a.ts': BEFORE }, []]);
  });

  test('says why it is refused', async () => {
    const { ws, context } = await withService({ refused: 'c.ts defines a `a` already. Nothing was changed' });
    expect((await moveSymbol(CALL, context)).error).toEqual({
      type: 'change_refused',
      message: 'Not moved: c.ts defines a `a` already. Nothing was changed.',
    });
    expect(await ws.tree()).toEqual({ 'a.ts': BEFORE });
  });

  test.each([
    ['outside', { ...CALL, to: '../c.ts' }, 'path_outside_workspace'],
    ['from outside', { ...CALL, file: '../a.ts' }, 'path_outside_workspace'],
    ['without a target', { ...CALL, to: '' }, 'invalid_params'],
  ])('refuses %s, and asks nothing', async (_, params, type) => {
    const { context, asked } = await withService(MOVED);
    expect([(await moveSymbol(params, context)).error?.type, asked]).toEqual([type, []]);
  });
});
