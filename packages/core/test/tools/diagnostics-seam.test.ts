import { describe, expect, test } from 'vitest';
import { appendDiagnostics } from '../../src/lsp/append-diagnostics.js';
import type { DiagnosticChecker } from '../../src/lsp/checker.js';
import { LSP_DEFAULTS } from '../../src/lsp/types.js';
import { applyPatch } from '../../src/tools/apply-patch.js';
import type { ToolContext } from '../../src/tools/context.js';
import { edit } from '../../src/tools/edit.js';
import { writeFile } from '../../src/tools/write-file.js';
import { FOUND, workspace, wrapped, type Workspace } from './workspace.js';

const BEFORE = { 'a.ts': 'a\n' };
const AFTER = { 'a.ts': 'b\n' };

/** Each tool making the same change. */
const tools = {
  edit: {
    call: (context: ToolContext, signal?: AbortSignal) =>
      edit({ file_path: 'a.ts', old_string: 'a', new_string: 'b' }, context, signal),
    success: 'Edited a.ts: replaced 1 time (line 1).',
  },
  write_file: {
    call: (context: ToolContext, signal?: AbortSignal) =>
      writeFile({ file_path: 'a.ts', content: 'b\n' }, context, signal),
    success: 'Overwrote a.ts (1 line).',
  },
  apply_patch: {
    call: (context: ToolContext, signal?: AbortSignal) =>
      applyPatch({ patch: '*** Begin Patch\n*** Update File: a.ts\n-a\n+b\n*** End Patch' }, context, signal),
    success: 'Applied the patch to 1 file:\nM a.ts (+1 -1)',
  },
};

/** The seam as `Config` makes it, over a service that does this when it is asked. */
function over(ws: Workspace, check: DiagnosticChecker['check']): ToolContext {
  const checker = { isAlive: () => true, check };
  const appended: ToolContext['appendDiagnostics'] = (success, request) =>
    appendDiagnostics(success, { ...request, checker, config: LSP_DEFAULTS });
  return { ...ws.context, appendDiagnostics: appended };
}

describe.each(Object.entries(tools))('%s', (_, { call, success }) => {
  test('REQ-DIAG-020: the file is written and the success text complete before diagnostics are asked for, and the text comes first', async () => {
    const ws = await workspace(BEFORE);
    const result = await call(ws.context);
    expect(ws.asked.map((asked) => [asked.success, asked.disk])).toEqual([[success, AFTER]]);
    expect(result.llmContent).toBe(success + FOUND);
    expect(result.returnDisplay).not.toContain('ERROR');
    expect(result.error).toBeUndefined();
  });

  const failing: Record<string, DiagnosticChecker['check']> = {
    rejects: () => Promise.reject(new Error('LSP service crashed')),
    throws: () => {
      throw new Error('LSP service crashed');
    },
  };
  test.each(Object.entries(failing))(
    'REQ-GRACE-050, REQ-GRACE-055: a service that %s leaves the plain success text',
    async (_, check) => {
      const ws = await workspace(BEFORE);
      const result = await call(over(ws, check));
      expect(result).toMatchObject({ llmContent: success });
      expect(result.error).toBeUndefined();
      expect(await ws.tree()).toEqual(AFTER);
    },
  );

  test('REQ-GRACE-050: a host whose own appendDiagnostics rejects gets the plain success text', async () => {
    const ws = await workspace(BEFORE);
    const rejecting = {
      ...ws.context,
      appendDiagnostics: () => Promise.reject(new Error('the host is at fault')),
    };
    const result = await call(rejecting);
    expect(result).toMatchObject({ llmContent: success });
    expect(result.error).toBeUndefined();
    expect(await ws.tree()).toEqual(AFTER);
  });

  test('REQ-TIME-080, REQ-GRACE-050: an abort ends the wait for a service that hangs, not the edit', async () => {
    const ws = await workspace(BEFORE);
    const abort = new AbortController();
    const hangs: DiagnosticChecker['check'] = () => {
      abort.abort();
      return new Promise(() => undefined);
    };
    const result = await call(over(ws, hangs), abort.signal);
    expect(result).toMatchObject({ llmContent: success });
    expect(result.error).toBeUndefined();
    expect(await ws.tree()).toEqual(AFTER);
  });

  test('an abort before the write changes nothing', async () => {
    const ws = await workspace(BEFORE);
    const result = await call(ws.context, AbortSignal.abort());
    expect(result.error?.type).toBe('aborted');
    expect(await ws.tree()).toEqual(BEFORE);
    expect(ws.asked).toEqual([]);
  });

  test('an aborted call does not even look whether it could be made', async () => {
    const ws = await workspace({ 'a.ts/b.ts': '' });
    expect((await call(ws.context, AbortSignal.abort())).error?.type).toBe('aborted');
  });

  test('a call that waits for diagnostics does not hold up the next one', async () => {
    const ws = await workspace(BEFORE);
    let resolve: (text: string) => void = () => undefined;
    const first = new Promise<string>((done) => (resolve = done));
    const waiting = call({ ...ws.context, appendDiagnostics: () => first });
    await writeFile({ file_path: 'b.ts', content: '' }, ws.context);
    resolve('first');
    expect((await waiting).llmContent).toBe('first');
  });
});

describe('what a file held before goes along, since other files may depend on what it lost', () => {
  interface Case {
    readonly held: string | Buffer | undefined;
    readonly call: (context: ToolContext) => Promise<unknown>;
    readonly before: string | undefined;
  }
  const patch = (body: string) => (context: ToolContext) => applyPatch({ patch: wrapped(body) }, context);
  const write = (content: string) => (context: ToolContext) =>
    writeFile({ file_path: 'a.ts', content }, context);
  const replace = (from: string, to: string) => (context: ToolContext) =>
    edit({ file_path: 'a.ts', old_string: from, new_string: to }, context);
  const cases: Record<string, Case> = {
    'edit, as it stood, without the byte order mark': {
      held: '\uFEFFa\r\n',
      call: replace('a', 'b'),
      before: 'a\r\n',
    },
    'edit of an empty file': { held: '', call: replace('', 'b\n'), before: '' },
    'edit that creates': { held: undefined, call: replace('', 'b\n'), before: undefined },
    'write_file, as it stood': { held: '\uFEFFa\r\n', call: write('b\n'), before: 'a\r\n' },
    'write_file over an empty file': { held: '', call: write('b\n'), before: '' },
    'write_file over bytes that are no text': {
      held: Buffer.from([0, 255]),
      call: write('b\n'),
      before: undefined,
    },
    'write_file that creates': { held: undefined, call: write('b\n'), before: undefined },
    'a patch that updates twice': {
      held: 'a\n',
      call: patch('*** Update File: a.ts\n-a\n+b\n*** Update File: a.ts\n-b\n+c'),
      before: 'a\n',
    },
    'a patch that deletes and adds': {
      held: 'a\n',
      call: patch('*** Delete File: a.ts\n*** Add File: a.ts\n+b'),
      before: 'a\n',
    },
    'a patch that adds': { held: undefined, call: patch('*** Add File: a.ts\n+b'), before: undefined },
    'a patch that moves another file here': {
      held: undefined,
      call: patch('*** Update File: other.ts\n*** Move to: a.ts\n-other\n+b'),
      before: undefined,
    },
  };
  test.each(Object.entries(cases))('%s', async (_, { held, call, before }) => {
    const ws = await workspace({ 'other.ts': 'other\n', ...(held !== undefined && { 'a.ts': held }) });
    expect(await call(ws.context)).not.toHaveProperty('error');
    const sent = ws.asked.flatMap(({ request }) => request.files);
    expect(sent.map(({ filePath }) => filePath)).toEqual([ws.path('a.ts')]);
    expect(sent.map((file) => ('before' in file ? file.before : undefined))).toEqual([before]);
  });
});

describe('apply_patch asks for what was written', () => {
  const before = { 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', 'd.ts': 'd\n' };
  async function asked(body: string): Promise<[Workspace, Workspace['asked']]> {
    const ws = await workspace(before);
    const result = await applyPatch({ patch: `*** Begin Patch\n${body}\n*** End Patch` }, ws.context);
    expect(result.error).toBeUndefined();
    return [ws, ws.asked];
  }

  test('REQ-DIAG-015, REQ-DIAG-017: once, for every file whose content was written, in the order of the patch', async () => {
    const [ws, requests] = await asked(
      '*** Update File: b.ts\n-b\n+B\n*** Add File: new/n.ts\n+n\n*** Update File: a.ts\n-a\n+A\n*** Delete File: d.ts',
    );
    expect(requests.map(({ request }) => request)).toEqual([
      {
        kind: 'patch',
        files: [
          { filePath: ws.path('b.ts'), text: 'B\n', before: 'b\n' },
          { filePath: ws.path('new/n.ts'), text: 'n\n', created: true },
          { filePath: ws.path('a.ts'), text: 'A\n', before: 'a\n' },
        ],
        deleted: [ws.path('d.ts')],
      },
    ]);
  });

  test('REQ-SCOPE-020: a moved file with new content is checked under its new name, as a created one', async () => {
    const [ws, requests] = await asked('*** Update File: a.ts\n*** Move to: z.ts\n-a\n+A');
    expect(requests[0]?.request).toEqual({
      kind: 'patch',
      files: [{ filePath: ws.path('z.ts'), text: 'A\n', created: true }],
      deleted: [ws.path('a.ts')],
    });
  });

  test('REQ-DIAG-017, REQ-SCOPE-020, REQ-SCOPE-025: only moves and deletions: nothing to check, only names that are gone', async () => {
    const [ws, requests] = await asked('*** Update File: a.ts\n*** Move to: z.ts\n*** Delete File: b.ts');
    expect(requests.map(({ request }) => request)).toEqual([
      { kind: 'patch', files: [], deleted: [ws.path('a.ts'), ws.path('b.ts')] },
    ]);
  });

  test('REQ-DIAG-030: the request is of a kind that reports on its own files only', async () => {
    const [, requests] = await asked('*** Update File: a.ts\n-a\n+A');
    expect(requests.map(({ request }) => [request.kind, request.files.length])).toEqual([['patch', 1]]);
  });
});
