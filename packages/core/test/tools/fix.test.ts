import { chmod, stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { TriedFix, FixResult, FixesParams, FixesReport, FixParams } from '../../src/lsp/types.js';
import type { ChangeService, ToolContext } from '../../src/tools/context.js';
import { edit } from '../../src/tools/edit.js';
import { fix, fixDeclaration } from '../../src/tools/fix.js';
import { FOUND, workspace, type Workspace } from './workspace.js';

const IMPORT: FixResult = {
  titles: ['Add import from "./cart"'],
  changes: [
    { file: 'src/a.ts', former: 'new Cart();\n', text: 'import { Cart } from "./cart";\nnew Cart();\n' },
  ],
};
const FILES = { 'src/a.ts': 'new Cart();\n' };

interface Asked {
  fix: FixParams[];
  fixes: FixesParams[];
}

/** A workspace whose service has these answers. */
async function withService(
  files: Record<string, string | Buffer>,
  { result, report }: { result?: FixResult; report?: FixesReport },
): Promise<{ ws: Workspace; context: ToolContext; asked: Asked }> {
  const ws = await workspace(files);
  const asked: Asked = { fix: [], fixes: [] };
  const service: ChangeService = {
    fix: (params) => {
      asked.fix.push(params);
      return Promise.resolve(result);
    },
    fixes: (params) => {
      asked.fixes.push(params);
      return Promise.resolve(report);
    },
    refactor: () => Promise.resolve(undefined),
  };
  return { ws, context: { ...ws.context, changeService: () => service }, asked };
}

const REST = { kind: 'quickfix', files: [], causes: 0 };
const error = (message: string, line = 1): TriedFix['for'] => ({ line, character: 5, message, code: 2304 });

describe('lsp_fix writes', () => {
  test('REQ-DIAG-020: one fix, and its result is that of an edit', async () => {
    const { ws, context, asked } = await withService(FILES, { result: IMPORT });
    const { llmContent, returnDisplay } = await fix({ id: 'f3' }, context);
    expect(llmContent).toBe(`Fixed: Add import from "./cart"\nM src/a.ts (+1 -0)${FOUND}`);
    expect(returnDisplay).toContain('+import { Cart } from "./cart";');
    expect(await ws.read('src/a.ts')).toBe('import { Cart } from "./cart";\nnew Cart();\n');
    expect(asked.fix).toEqual([{ ids: ['f3'] }]);
    expect(ws.asked.map(({ request: { kind, files } }) => ({ kind, files }))).toEqual([
      {
        kind: 'patch',
        files: [
          {
            filePath: ws.path('src/a.ts'),
            text: 'import { Cart } from "./cart";\nnew Cart();\n',
            before: 'new Cart();\n',
          },
        ],
      },
    ]);
  });

  test('several fixes are asked for together', async () => {
    const { context, asked } = await withService(FILES, { result: IMPORT });
    await fix({ id: ['f3', 'f4'] }, context);
    expect(asked.fix).toEqual([{ ids: ['f3', 'f4'] }]);
  });

  test('what a server offers for the whole file', async () => {
    const { ws, context, asked } = await withService(FILES, { result: IMPORT });
    await fix({ file: 'src/a.ts', all: 'imports' }, context);
    expect(asked.fix).toEqual([{ filePath: ws.path('src/a.ts'), all: 'imports' }]);
  });

  test('a file that has nothing of the kind is not written', async () => {
    const { context } = await withService(FILES, { result: { titles: [], changes: [] } });
    expect((await fix({ file: 'src/a.ts', all: 'unused' }, context)).error).toMatchObject({
      type: 'change_refused',
      message: 'src/a.ts has nothing to fix of the kind unused',
    });
  });

  test('a file keeps its byte order mark and its permissions', async () => {
    const changes = [
      {
        file: 'src/a.ts',
        former: '\uFEFFnew Cart();\n',
        text: '\uFEFFimport { Cart } from "./cart";\nnew Cart();\n',
      },
    ];
    const { ws, context } = await withService(
      { 'src/a.ts': '\uFEFFnew Cart();\n' },
      { result: { titles: ['Import'], changes } },
    );
    await chmod(ws.path('src/a.ts'), 0o640);
    await fix({ id: 'f1' }, context);
    expect(await ws.read('src/a.ts')).toBe('\uFEFFimport { Cart } from "./cart";\nnew Cart();\n');
    expect((await stat(ws.path('src/a.ts'))).mode & 0o777).toBe(0o640);
  });

  test('all files of a fix or none: one of them has changed', async () => {
    const changes = [
      ...('changes' in IMPORT ? IMPORT.changes : []),
      { file: 'src/b.ts', former: 'was\n', text: 'is\n' },
    ];
    const { ws, context } = await withService(
      { ...FILES, 'src/b.ts': 'other\n' },
      { result: { titles: ['Rename'], changes } },
    );
    const before = await ws.tree();
    expect((await fix({ id: 'f1' }, context)).error).toEqual({
      type: 'file_changed',
      message: 'src/b.ts has changed since the change was computed. Nothing was changed.',
    });
    expect(await ws.tree()).toEqual(before);
    expect(ws.asked).toEqual([]);
  });

  test('nothing outside of the workspace', async () => {
    const { context } = await withService(FILES, {
      result: { titles: ['x'], changes: [{ file: '../outside/a.ts', former: '', text: 'x' }] },
    });
    expect((await fix({ id: 'f1' }, context)).error?.type).toBe('path_outside_workspace');
  });

  test('an edit does not wait for a fix that a server does not answer', async () => {
    const ws = await workspace(FILES);
    const never: ChangeService = {
      fix: () => new Promise<never>(() => undefined),
      fixes: () => new Promise<never>(() => undefined),
      refactor: () => new Promise<never>(() => undefined),
    };
    void fix({ id: 'f1' }, { ...ws.context, changeService: () => never });
    const { error: failed } = await edit(
      { file_path: 'src/a.ts', old_string: 'Cart', new_string: 'Shop' },
      ws.context,
    );
    expect([failed, await ws.read('src/a.ts')]).toEqual([undefined, 'new Shop();\n']);
  });
});

describe('lsp_fix refuses', () => {
  const cases: [string, unknown, string, RegExp][] = [
    ['neither id nor file', {}, 'invalid_params', /takes either id or file/],
    ['both', { id: 'f1', file: 'src/a.ts' }, 'invalid_params', /takes either id or file/],
    ['a line with an id', { id: 'f1', line: 1 }, 'invalid_params', /go with file/],
    ['a line with all', { file: 'src/a.ts', line: 1, all: 'safe' }, 'invalid_params', /takes no line/],
    ['what is no id', { id: 'the first' }, 'invalid_params', /like f204518/],
    ['an unknown kind', { file: 'src/a.ts', all: 'everything' }, 'invalid_params', /all/],
    ['a file outside of the workspace', { file: '../x.ts' }, 'path_outside_workspace', /outside/],
  ];
  test.each(cases)('%s', async (_, params, type, message) => {
    const { context, asked } = await withService(FILES, { result: IMPORT });
    const { error: refused } = await fix(params, context);
    expect(refused?.type).toBe(type);
    expect(refused?.message).toMatch(message);
    expect([...asked.fix, ...asked.fixes]).toEqual([]);
  });

  test('by the reason of the service', async () => {
    const { context } = await withService(FILES, {
      result: { refused: 'f3 is about an older text of src/a.ts. Ask again: {"file": "src/a.ts"}.' },
    });
    expect((await fix({ id: 'f3' }, context)).llmContent).toBe(
      'Error: f3 is about an older text of src/a.ts. Ask again: {"file": "src/a.ts"}.',
    );
  });

  test('REQ-GRACE-050: without a service, or without its answer, and says what to do', async () => {
    const ws = await workspace(FILES);
    expect((await fix({ id: 'f1' }, ws.context)).error?.message).toBe(
      'No language server runs, so there are no fixes. Edit the file instead.',
    );
    const { context } = await withService(FILES, {});
    expect((await fix({ id: 'f1' }, context)).error?.type).toBe('service_unavailable');
    expect((await fix({ file: 'src/a.ts' }, context)).error?.type).toBe('service_unavailable');
  });
});

describe('lsp_fix lists', () => {
  test('every fix below its error, and writes nothing', async () => {
    const report: FixesReport = {
      complete: true,
      fixes: [
        {
          id: 'f1',
          title: 'Add import from "./cart"',
          isPreferred: true,
          for: error("Cannot find name 'Cart'."),
          solves: 2,
          ...REST,
        },
        {
          id: 'f2',
          title: 'Remove it',
          mark: 'removal',
          for: error("Cannot find name 'Cart'."),
          solves: 1,
          ...REST,
        },
        { id: 'f3', title: 'Implement', mark: 'stub', for: error('Missing\nmember', 9), solves: 1, ...REST },
      ],
    };
    const { ws, context, asked } = await withService(FILES, { report });
    const { llmContent, returnDisplay } = await fix({ file: 'src/a.ts' }, context);
    expect(llmContent.split('\n')).toEqual([
      '3 fixes for src/a.ts, each of them tried: its error is gone, and no other one is caused.',
      "[1:5] Cannot find name 'Cart'.",
      '  f1: Add import from "./cart" (preferred by the server, solves 2)',
      '  f2: Remove it (takes code away)',
      '[9:5] Missing member',
      '  f3: Implement (puts a placeholder)',
      'Write one with {"id": "f1"}.',
    ]);
    expect(returnDisplay).toBe(llmContent.split('\n')[0]);
    expect([asked.fixes, ws.asked, await ws.read('src/a.ts')]).toEqual([
      [{ filePath: ws.path('src/a.ts') }],
      [],
      'new Cart();\n',
    ]);
  });

  test('nothing, and does not claim that there is none where a server is late', async () => {
    const late = await withService(FILES, { report: { fixes: [], complete: false } });
    expect((await fix({ file: 'src/a.ts', line: 3 }, late.context)).llmContent).toBe(
      'No fix for line 3 of src/a.ts was tried and is right. Not all servers have answered in time: there may be more.',
    );
    expect(late.asked.fixes).toEqual([{ filePath: late.ws.path('src/a.ts'), line: 3 }]);
    const none = await withService(FILES, { report: { fixes: [], complete: true } });
    expect((await fix({ file: 'src/a.ts' }, none.context)).llmContent).toBe(
      'No fix for src/a.ts was tried and is right.',
    );
  });
});

test('the schema names every parameter', () => {
  expect(Object.keys(fixDeclaration.parametersJsonSchema['properties'] as object)).toEqual([
    'id',
    'file',
    'line',
    'all',
    'dry_run',
  ]);
});
